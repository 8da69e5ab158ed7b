[
  (conditional)
  (definition)
  (event)
  (for_loop)
  (function !value)
  (loop)
  (matrix)
  (program)
] @fold
