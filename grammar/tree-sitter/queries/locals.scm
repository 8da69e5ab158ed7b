; What is set in a definition or a function is its own, and the variable of a loop is the loop's.
(script) @local.scope
(definition) @local.scope
(function) @local.scope
(for_loop) @local.scope
(comprehension) @local.scope

(assignment head: ["let" "param"] name: (name) @local.definition)
(for_loop name: (name) @local.definition)
(for_clause name: (name) @local.definition)
(definition parameter: (word) @local.definition)
(definition parameter: (named name: (word) @local.definition))
(function parameter: (word) @local.definition)
(function parameter: (named name: (word) @local.definition))

(name) @local.reference
