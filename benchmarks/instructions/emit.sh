#!/bin/sh
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# Fills FOLDER with the PTX that nvcc emits for the sources beside this script, the example programs and every .cu
# below the further folders (that of the bundled kernels is beside them). What does not compile is listed in FOLDER/failed.txt.
# Usage: emit.sh FOLDER [SOURCES]...
set -u
[ $# -ge 1 ] || { echo "usage: emit.sh FOLDER [SOURCES]..." >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
out=$1
shift
nvcc=${NVCC:-nvcc}
mkdir -p "$out"
: >"$out/failed.txt"

# compile NAME FILE COMMAND...: the command gets -o and the source
compile() {
  ptx=$out/$1.ptx source=$2
  shift 2
  [ -s "$ptx" ] && return
  timeout 300 "$@" -o "$ptx" "$source" >/dev/null 2>&1 || { rm -f "$ptx"; echo "$ptx" >>"$out/failed.txt"; }
}

by_nvcc() { # NAME FILE ARCHITECTURE...
  stem=$1 cu=$2 beside=$(dirname "$2")
  shift 2
  for arch in "$@"; do compile "$stem.nvcc.$arch" "$cu" "$nvcc" -w -ptx -std=c++17 -arch="compute_$arch" -I"$beside" -I"$beside/../include"; done
}

name_of() { echo "${1#"$2"/}" | tr / _; }

for file in "$here"/*.cu; do by_nvcc "$(basename "$file" .cu)" "$file" 80 100a; done
for file in "$tree"/examples/programs/*.cu; do
  by_nvcc "$(name_of "$file" "$tree")" "$file" 80
done
for folder in "$@"; do
  find "$folder" -name '*.cu' | sort | while read -r file; do by_nvcc "$(name_of "$file" "$folder")" "$file" 90; done
done
echo "$(ls "$out" | grep -c '\.ptx$') PTX files, $(wc -l <"$out/failed.txt") failures in $out/failed.txt"
