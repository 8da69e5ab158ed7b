; Where two patterns meet, the later one counts. The words of the table of commands stand at the end, made from there.

(comment) @comment
(string) @string
(escape) @string.escape
(format) @string.special
(number) @number
(relative) @number
(unit) @type
(boolean) @boolean

(message "!" @punctuation.special)
(message (text) @string)
(output (text) @string)

; ---- Heads

(command head: (word) @function.call)
(program head: _ @function.builtin)
(matrix head: _ @function.builtin)
(output head: _ @function.builtin)

(assignment head: _ @keyword)
(claim head: _ @keyword)
(definition head: _ @keyword.function)
(function head: _ @keyword.function)
(return head: _ @keyword.return)
(conditional head: _ @keyword.conditional)
(else_if ["else" "if"] @keyword.conditional)
(else "else" @keyword.conditional)
(loop head: _ @keyword.repeat)
(for_loop head: _ @keyword.repeat)
(for_loop "in" @keyword.repeat)
(event head: _ @keyword)
(for_clause ["for" "in"] @keyword.repeat)
(if_clause "if" @keyword.conditional)

(program end: _ @keyword)
(conditional end: _ @keyword.conditional)
(loop end: _ @keyword.repeat)
(for_loop end: _ @keyword.repeat)
(event end: _ @keyword)
(definition end: _ @keyword.function)
(function end: _ @keyword.function)

; ---- Names

(name) @variable
(property) @property
(call function: (name) @function.call)
(definition name: (word) @function)
(definition parameter: (word) @variable.parameter)
(function name: (word) @function)
(function parameter: (word) @variable.parameter)
(named name: (word) @variable.parameter)

; ---- Signs

(binary operator: _ @operator)
(unary operator: _ @operator)
(binary operator: ["and" "or"] @keyword.operator)
(unary operator: "not" @keyword.operator)
(conversion operator: _ @keyword.operator)
(range ".." @operator)
(range "by" @keyword.operator)
(assignment ["from" "to"] @keyword.operator)
(assignment "=" @operator)
(function "=" @operator)
(named "=" @operator)
(call "," @punctuation.delimiter)
(function "," @punctuation.delimiter)
(record "," @punctuation.delimiter)
(field ":" @punctuation.delimiter)
(call ["(" ")"] @punctuation.bracket)
(function ["(" ")"] @punctuation.bracket)
(group ["(" ")"] @punctuation.bracket)
(list ["[" "]"] @punctuation.bracket)
(comprehension ["[" "]"] @punctuation.bracket)
(record ["{" "}"] @punctuation.bracket)
(index ["[" "]"] @punctuation.bracket)
(member "." @punctuation.delimiter)
(splice ["{" "}"] @punctuation.special)

; ---- The table of commands: made by `CORPUS_UPDATE=1 cargo test --test suite grammar::`, to the end of the file

((command head: (word) @function.builtin)
  (#any-of? @function.builtin "action" "addbody" "addcorpus" "addjoint" "addpart" "addroach" "addtrigrid"
    "addv" "addworld" "after" "alarm" "assemble" "at" "attach" "axisnorm" "background" "ball"
    "bodygroundstick" "bottomspeed" "box" "camera" "cancel" "capsule" "center" "close" "closeobj" "collide"
    "collision" "collisionanalysis" "collisione" "collisioneB" "collisionea" "collisionemaxz" "collisionfric"
    "color" "contact" "corpusinit" "crosslink" "cycletime" "cylinder" "decide" "define" "deltaspeed" "detach"
    "dlegtime" "drive" "dt" "dumpQs" "dumpas" "dumpcontactforces" "dumpcontacts" "dumpmatcorpus" "dumpmotors"
    "dumps" "energy" "eps" "events" "every" "expect" "film" "for" "frustum" "function" "gait" "gaitgo"
    "gaitinit" "get" "go" "grav" "gravdirection" "ground" "groundb" "grounde" "groundeB" "groundea"
    "groundemaxz" "grounderamp" "groundfric" "groundfric2" "groundfric2b" "groundfric2e" "groundfric2k"
    "groundfriction" "groundk" "groundkrf" "groundlook" "groundnormal" "groundscale" "groundslip"
    "groundsticke" "groundstickeB" "groundstickea" "groundstickemaxz" "groundtype" "groundz" "h" "help" "hmin"
    "if" "impactlaw" "include" "incrspeed" "inertia" "init" "integrate" "integration" "inverse" "iter"
    "jacobian" "joint" "jointkind" "jointmatchexp" "jointspring" "jointstatus" "label" "legloadreflex"
    "legstatus" "legstepreflex" "let" "light" "linkbodies" "load" "loadas" "loadcontacts" "loadmotors"
    "loadreflex" "loads" "localxforms" "mark" "massmatrix" "material" "maxv" "metabolism" "mirror" "momentum"
    "motor" "move" "neuron" "observe" "pace" "param" "parts" "plot" "popobj" "postmult" "premult" "print"
    "procom" "protime" "pull" "push" "pushobj" "range" "record" "recordmotion" "repeat" "rest" "restitution"
    "result" "retcom" "rettime" "return" "reward" "rewind" "roll" "rootmotion" "rotate" "rotateaxis" "save"
    "scale" "scenery" "servo" "set" "setcorpus" "setgrav" "setjointp" "setroach" "setroot" "setrootmatrix"
    "setrootpos" "setworld" "show" "snap" "speed" "stabilization" "stance" "stepreflex" "surface" "swing"
    "terminate" "think" "time" "timer" "timerflush" "tolerance" "topspeed" "torque" "totalmass" "trail" "try"
    "updatev" "when" "while" "xformcenter"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "rootmotion")
  (#any-of? @constant.builtin "accelerated"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "collide")
  (#any-of? @constant.builtin "all"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "integration")
  (#any-of? @constant.builtin "auto" "euler" "rkfixed" "rkvar" "rkf" "implicit"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "groundlook")
  (#any-of? @constant.builtin "checker" "grid" "plain" "hidden"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "rootmotion")
  (#any-of? @constant.builtin "fixed" "free" "jointed"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "groundtype")
  (#any-of? @constant.builtin "flat" "trigrid"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "show")
  (#any-of? @constant.builtin "forces" "axes" "names" "contacts" "centre" "sparks" "ruler"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "plot")
  (#any-of? @constant.builtin "gait" "forces" "support" "energy"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "rootmotion")
  (#any-of? @constant.builtin "moving"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "impactlaw")
  (#any-of? @constant.builtin "newton" "poisson" "stronge" "chatterjee"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "axisnorm" "collision" "collisionanalysis" "gaitgo" "grav" "ground" "loadreflex"
    "stepreflex")
  (#any-of? @constant.builtin "on" "off"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "plot")
  (#any-of? @constant.builtin "phase"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "stabilization")
  (#any-of? @constant.builtin "projection" "baumgarte" "none"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "ground")
  (#any-of? @constant.builtin "scale" "type" "height" "stiffness" "damping" "strength" "rise" "depth"
    "impact_damping" "restitution" "energy_restitution" "restitution_speed" "law" "friction" "static" "slide"
    "slip_speed" "stick" "stick_stiffness" "stick_damping" "stick_restitution" "feet_strength" "feet_rise"
    "feet_stretch" "feet_restitution"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "background" "light")
  (#any-of? @constant.builtin "sky"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "contact")
  (#any-of? @constant.builtin "springs" "rigid" "impulses" "lcp" "anitescu" "todorov" "compliant"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "groundfriction")
  (#any-of? @constant.builtin "stick" "slide" "stribeck"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "film")
  (#any-of? @constant.builtin "stop"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "light")
  (#any-of? @constant.builtin "sun"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "groundscale")
  (#any-of? @constant.builtin "total" "body" "none"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "light")
  (#any-of? @constant.builtin "usual"))

((command head: (word) @function.builtin
    . argument: (word) @keyword)
  (#any-of? @function.builtin "decide")
  (#any-of? @keyword "every"))

((command head: (word) @function.builtin
    . argument: [(word) (string)] @string.special.path)
  (#any-of? @function.builtin "dumpQs" "dumpas" "dumpcontactforces" "dumpcontacts" "dumpmatcorpus"
    "dumpmotors" "dumps" "film" "include" "inverse" "load" "loadas" "loadcontacts" "loadmotors" "loads"
    "massmatrix" "plot" "record" "recordmotion" "save" "snap"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "neuron")
  (#any-of? @constant.builtin "abs" "add" "choose" "constant" "cos" "delay" "differentiate" "divide" "exp"
    "fourier" "greater" "integrate" "invert" "less" "log" "max" "min" "multiply" "pacemaker" "saw" "sigmoid"
    "sin" "smooth" "square" "subtract" "wave"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "pull")
  (#any-of? @constant.builtin "at"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "scenery")
  (#any-of? @constant.builtin "ball"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "scenery")
  (#any-of? @constant.builtin "box"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "addtrigrid")
  (#any-of? @constant.builtin "bumps"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "scenery")
  (#any-of? @constant.builtin "capsule"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "scenery")
  (#any-of? @constant.builtin "cylinder"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "motor")
  (#any-of? @constant.builtin "etarget"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "camera")
  (#any-of? @constant.builtin "fixed"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "camera")
  (#any-of? @constant.builtin "follow"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "addtrigrid")
  (#any-of? @constant.builtin "formula"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "addtrigrid")
  (#any-of? @constant.builtin "image"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "impulse"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "camera")
  (#any-of? @constant.builtin "look"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "material")
  (#any-of? @constant.builtin "matte" "satin" "gloss" "metal"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "drive" "pull" "push" "servo" "surface")
  (#any-of? @constant.builtin "off"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "camera" "roll")
  (#any-of? @constant.builtin "on"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "bodygroundstick" "integrate")
  (#any-of? @constant.builtin "on" "off"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "camera")
  (#any-of? @constant.builtin "orbit"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "camera")
  (#any-of? @constant.builtin "path"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "joint")
  (#any-of? @constant.builtin "q" "dq" "Q_type" "spring" "b" "k" "kq" "ea" "eB" "e_q" "qmin" "qmax" "lk" "lb"
    "bias" "armature" "dry" "springtype"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "jointkind")
  (#any-of? @constant.builtin "rotary" "sliding" "screw" "cylindrical" "universal" "planar" "ball" "free"
    "weld"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "pull")
  (#any-of? @constant.builtin "to"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "attach" "close")
  (#any-of? @constant.builtin "world"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "rotate")
  (#any-of? @constant.builtin "x" "y" "z"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @function.call)
  (#any-of? @function.builtin "alarm" "timer"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @keyword)
  (#any-of? @function.builtin "get")
  (#any-of? @keyword "from"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @keyword)
  (#any-of? @function.builtin "inertia")
  (#any-of? @keyword "repair"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "close")
  (#any-of? @constant.builtin "gear"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "collide")
  (#any-of? @constant.builtin "on" "off" "apart"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "close")
  (#any-of? @constant.builtin "pin" "hinge" "slider" "weld" "rod" "rope"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "action")
  (#any-of? @constant.builtin "target" "torque" "rest"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "mirror")
  (#any-of? @constant.builtin "x" "y" "z"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @keyword)
  (#any-of? @function.builtin "param")
  (#any-of? @keyword "from"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "legstepreflex")
  (#any-of? @constant.builtin "+" "-"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "range")
  (#any-of? @constant.builtin "hard"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "at"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "for"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "addjoint" "setjointp")
  (#any-of? @constant.builtin "rotary" "sliding"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "world" "body"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "addbody")
  (#any-of? @constant.builtin "rotary" "sliding"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: [(word) (string)] @string.special.path)
  (#any-of? @function.builtin "crosslink"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: [(word) (string)] @string.special.path)
  (#any-of? @function.builtin "jacobian"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "collide")
  (#any-of? @constant.builtin "all")
  (#any-of? @constant.builtin "on" "off" "apart"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "show")
  (#any-of? @constant.builtin "forces" "axes" "names" "contacts" "centre" "sparks" "ruler")
  (#any-of? @constant.builtin "on" "off"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin
    . argument: [(word) (string)] @string.special.path)
  (#any-of? @function.builtin "plot")
  (#any-of? @constant.builtin "gait" "forces" "support" "energy"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin
    . argument: [(word) (string)] @string.special.path)
  (#any-of? @function.builtin "plot")
  (#any-of? @constant.builtin "phase"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "contact")
  (#any-of? @constant.builtin "springs" "rigid" "impulses" "lcp" "anitescu" "todorov" "compliant")
  (#any-of? @constant.builtin "ground" "bodies"))

((command head: (word) @function.builtin
    . argument: (word) @constant.builtin
    . argument: [(word) (string)] @string.special.path)
  (#any-of? @function.builtin "film")
  (#any-of? @constant.builtin "stop"))

((command head: (word) @function.builtin
    . argument: [(word) (string)] @string.special.path
    . argument: (word) @keyword)
  (#any-of? @function.builtin "film" "plot" "record" "recordmotion")
  (#any-of? @keyword "every"))

((command head: (word) @function.builtin
    . argument: [(word) (string)] @string.special.path
    . argument: (word) @keyword)
  (#any-of? @function.builtin "inverse")
  (#any-of? @keyword "to"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "pull")
  (#any-of? @constant.builtin "at")
  (#any-of? @constant.builtin "to"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: [(word) (string)] @string.special.path)
  (#any-of? @function.builtin "addtrigrid")
  (#any-of? @constant.builtin "image"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "impulse")
  (#any-of? @constant.builtin "at"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "impulse")
  (#any-of? @constant.builtin "for"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "impulse")
  (#any-of? @constant.builtin "world" "body"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "roll")
  (#any-of? @constant.builtin "on")
  (#any-of? @constant.builtin "world"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "close")
  (#any-of? @constant.builtin "world")
  (#any-of? @constant.builtin "pin" "hinge" "slider" "weld" "rod" "rope"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @keyword
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "get")
  (#any-of? @keyword "from")
  (#any-of? @constant.builtin "capsule"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @keyword
    . argument: [(word) (string)] @string.special.path)
  (#any-of? @function.builtin "get")
  (#any-of? @keyword "from"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (word) @keyword)
  (#any-of? @function.builtin "action")
  (#any-of? @constant.builtin "target" "torque" "rest")
  (#any-of? @keyword "from"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "mirror")
  (#any-of? @constant.builtin "x" "y" "z")
  (#any-of? @constant.builtin "same" "opposite"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @keyword
    . argument: (_)
    . argument: (word) @keyword)
  (#any-of? @function.builtin "param")
  (#any-of? @keyword "from")
  (#any-of? @keyword "to"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "at")
  (#any-of? @constant.builtin "for"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "at")
  (#any-of? @constant.builtin "world" "body"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "for")
  (#any-of? @constant.builtin "world" "body"))

((command head: (word) @function.builtin
    . argument: [(word) (string)] @string.special.path
    . argument: (word) @keyword
    . argument: [(word) (string)] @string.special.path)
  (#any-of? @function.builtin "inverse")
  (#any-of? @keyword "to"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "impulse")
  (#any-of? @constant.builtin "at")
  (#any-of? @constant.builtin "for"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "impulse")
  (#any-of? @constant.builtin "at")
  (#any-of? @constant.builtin "world" "body"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "impulse")
  (#any-of? @constant.builtin "for")
  (#any-of? @constant.builtin "world" "body"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @keyword
    . argument: [(word) (string)] @string.special.path
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "get")
  (#any-of? @keyword "from")
  (#any-of? @constant.builtin "closed" "hull" "open"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (word) @keyword
    . argument: (_)
    . argument: (word) @keyword)
  (#any-of? @function.builtin "action")
  (#any-of? @constant.builtin "target" "torque" "rest")
  (#any-of? @keyword "from")
  (#any-of? @keyword "to"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "at")
  (#any-of? @constant.builtin "for")
  (#any-of? @constant.builtin "world" "body"))

((command head: (word) @function.builtin
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (_)
    . argument: (_)
    . argument: (word) @constant.builtin
    . argument: (_)
    . argument: (word) @constant.builtin)
  (#any-of? @function.builtin "push")
  (#any-of? @constant.builtin "impulse")
  (#any-of? @constant.builtin "at")
  (#any-of? @constant.builtin "for")
  (#any-of? @constant.builtin "world" "body"))
