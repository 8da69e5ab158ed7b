; The captures of Neovim (indent.*) and those of Helix (indent, outdent); each leaves the other's alone.

[
  (conditional)
  (definition)
  (event)
  (for_loop)
  (function !value)
  (loop)
  (program)
] @indent.begin @indent

(conditional end: _ @indent.end @indent.branch @outdent)
(definition end: _ @indent.end @indent.branch @outdent)
(event end: _ @indent.end @indent.branch @outdent)
(for_loop end: _ @indent.end @indent.branch @outdent)
(function end: _ @indent.end @indent.branch @outdent)
(loop end: _ @indent.end @indent.branch @outdent)
(program end: _ @indent.end @indent.branch @outdent)

(else_if "else" @indent.branch @outdent)
(else "else" @indent.branch @outdent)
