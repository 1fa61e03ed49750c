#!/bin/sh
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# bundle.sh FILE.tar.gz: the sources of forewarp_runner with every header of forewarp, fmt and nlohmann's JSON that they
# include, to be compiled anywhere with: g++ -std=c++20 -O2 -DFMT_HEADER_ONLY -I. *.cpp -ldl -pthread -o forewarp_runner
# CXX and CPPFLAGS name another compiler and the folders of headers that are not in its default places.
set -eu
out=$(realpath -m "$1")
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bundle=$folder/forewarp_runner
mkdir "$bundle"
while read -r source; do
  cp "$source" "$bundle/$(echo "${source#src/forewarp/}" | tr / _)"
done <tools/runner/sources.txt
# Every header that they include, as the compiler finds it; those of C++ and of the C library stay where they are. All sources
# are read as one file, which reads each header once.
sed 's/.*/#include "&"/' tools/runner/sources.txt |
  ${CXX:-g++} -std=c++20 -DFMT_HEADER_ONLY ${CPPFLAGS:-} -M -I. -Isrc -x c++ - | tr ' ' '\n' | grep -E '\.(hpp|h|def)$' |
  while read -r header; do
    case "$header" in
      ./src/* | src/*) place=${header#./}; place=${place#src/} ;;
      */fmt/*.h) place=fmt/${header##*/fmt/} ;;
      */nlohmann/*.hpp) place=nlohmann/${header##*/nlohmann/} ;;
      *) continue ;;
    esac
    mkdir -p "$bundle/$(dirname "$place")"
    cp "$header" "$bundle/$place"
  done
cp LICENSE tools/runner/THIRD_PARTY_LICENSES "$bundle"
cat >"$bundle/README" <<'EOF'
forewarp_runner measures kernels where nothing can be installed. With any compiler of C++20 (g++ 10.3 or later):

    g++ -std=c++20 -O2 -DFMT_HEADER_ONLY -I. *.cpp -ldl -pthread -o forewarp_runner
    ./forewarp_runner --devices
    ./forewarp_runner jobs.jsonl --device cuda:0 -o results.csv

Take results.csv back to a machine with forewarp: forewarp run -o results.csv --table times.csv
EOF
tar -C "$folder" --sort=name --mtime=@0 --owner=0 --group=0 -czf "$out" forewarp_runner
