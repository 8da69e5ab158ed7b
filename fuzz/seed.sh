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
find ../tests/errors ../tests/data ../scripts -name '*.obj' -o -name '*.stl' | while read -r surface; do
    cp "$surface" "corpus/load/$(echo "$surface" | tr / _)"
done
printf 'g/cm3' > corpus/unit/density
printf 'N*s/m' > corpus/unit/damping
printf 's^-1' > corpus/unit/power
mkdir -p corpus/world
(cat fuzz_targets/world.corpus; echo 'save corpus/world/state.json') | cargo run --quiet --release --manifest-path ../Cargo.toml -- run -
