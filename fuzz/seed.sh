#!/bin/sh
# Puts the scripts and surfaces of the house where the fuzzer begins: `fuzz/seed.sh`, then `cargo +nightly fuzz run check`.
set -eu
cd "$(dirname "$0")"
for target in parse check format; do
    mkdir -p "corpus/$target"
    find ../scripts ../tests/errors ../tests/data -name '*.corpus' | while read -r script; do
        cp "$script" "corpus/$target/$(echo "$script" | tr / _)"
    done
done
mkdir -p corpus/load corpus/unit
find ../tests/errors ../tests/data ../tests/meshes ../scripts -name '*.obj' -o -name '*.stl' -o -name '*.ply' -o -name '*.dae' -o -name '*.glb' -o -name '*.msh' | while read -r surface; do
    cp "$surface" "corpus/load/$(echo "$surface" | tr / _)"
done
printf 'g/cm3' > corpus/unit/density
printf 'N*s/m' > corpus/unit/damping
printf 's^-1' > corpus/unit/power
mkdir -p corpus/import
cp ../tests/data/robots/*.xml ../tests/data/robots/*.urdf corpus/import/
mkdir -p corpus/files corpus/server corpus/escaping
number=0
for place in s.corpus inc.corpus old.csv t.csv deep/old.json up/canary link new hard ../other/canary THERE/x ./deep/../t.csv; do
    number=$((number + 1))
    printf 'record %s {b.z}\ngo 2\nsave %s\n' "$place" "$place" > "corpus/files/both$number"
    printf 'let p = "%s"\ntry\n  load "{p}"\nend\nsave "{p}"\ngo 2\n' "$place" > "corpus/files/tried$number"
    printf 'include inc.corpus\nget w from wing.obj\nevery 1ms\n  save "%s"\nend\nrecord t.csv {b.z}\ngo 3\n' "$place" > "corpus/files/later$number"
done
printf 'save a.json\ngo 2\nload a.json\nsave a.json\naddworld w\nrecord t.csv {1}\n' > corpus/files/again
printf 'record t.csv {b.z}\nmark m\ngo 3\nrewind m\ngo 2\n' > corpus/files/back
opened='{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///tmp/a.corpus","languageId":"corpus","version":1,"text":"addcorpus c\nlet k = 1\ndefine f x\n  print {x + k}\nend\nf 1\n"}}}'
place='"textDocument":{"uri":"file:///tmp/a.corpus"},"position":{"line":3,"character":10}'
for what in completion hover definition references rename signatureHelp formatting foldingRange documentSymbol prepareRename \
    documentHighlight codeAction inlayHint semanticTokens/full; do
    asked='{"jsonrpc":"2.0","id":1,"method":"textDocument/'$what'","params":{'$place',"newName":"n","context":{"includeDeclaration":true,"diagnostics":[]},"options":{"tabSize":2,"insertSpaces":true},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}}}'
    printf '%s\n%s\n' "$opened" "$asked" > "corpus/server/$(echo $what | tr / _)"
done
changed='{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///tmp/a.corpus","version":2},"contentChanges":[{"range":{"start":{"line":1,"character":0},"end":{"line":2,"character":3}},"text":"x"}]}}'
printf '%s\n%s\n{"jsonrpc":"2.0","id":"b","method":"nonsense"}\n{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"b"}}\n{"jsonrpc":"2.0","id":9,"method":"shutdown"}\n{"jsonrpc":"2.0","method":"exit"}\n' "$opened" "$changed" > corpus/server/life
printf '=1+1' > corpus/escaping/formula
printf 'a\033[2Jb\302\233c\342\200\256d\n`x` $(y) \\ "\n' > corpus/escaping/terminal
mkdir -p corpus/world
(cat fuzz_targets/world.corpus; echo 'save corpus/world/state.json') | cargo run --quiet --release --manifest-path ../Cargo.toml -- run -
