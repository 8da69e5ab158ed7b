; What is set in a definition is its own, and the variable of a loop is the loop's.
(script) @local.scope
(definition) @local.scope
(for_loop) @local.scope

(assignment name: (name) @local.definition)
(for_loop name: (name) @local.definition)
(definition parameter: (word) @local.definition)
(definition parameter: (named name: (word) @local.definition))

(name) @local.reference
