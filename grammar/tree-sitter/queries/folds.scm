[
  (conditional)
  (definition)
  (event)
  (for_loop)
  (loop)
  (matrix)
  (program)
] @fold
