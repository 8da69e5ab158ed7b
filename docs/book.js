// Colours for blocks of scripts, by the highlighter that the book has. What begins a line is a command; the table of commands is not
// needed for that.
(function () {
  if (typeof hljs === "undefined") return;
  hljs.registerLanguage("corpus", function (hljs) {
    const NUMBER = /[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?([A-Za-zµ°%][\w*\/^°µ]*)?/;
    const FORMS = /^[ \t]*(after|at|define|else|end|every|expect|for|if|let|param|print|repeat|try|when|while)\b/m;
    return {
      contains: [
        hljs.COMMENT("#", "$"),
        { className: "string", begin: /"[^"\n]*"/ },
        { className: "string", begin: /^[ \t]*!.*$/m },
        { className: "keyword", begin: FORMS },
        { className: "built_in", begin: /^[ \t]*[A-Za-z_]\w*/m },
        { className: "subst", begin: /\{/, end: /\}/, contains: [{ className: "number", begin: NUMBER }] },
        { className: "number", begin: new RegExp("(?<![\\w.])" + NUMBER.source) },
      ],
    };
  });
  document.querySelectorAll("code.language-corpus").forEach(function (block) {
    hljs.highlightBlock(block);
  });
})();
