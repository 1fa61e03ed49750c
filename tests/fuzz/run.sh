#!/bin/sh
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# run.sh FUZZER SCRATCH [OPTION|FOLDER ..]: fuzzes for FOREWARP_FUZZ_SECONDS (10). Folders are only read; what is found
# goes to SCRATCH, emptied at the start: new inputs to SCRATCH/corpus, crash-* and timeout-* beside it.
set -eu
fuzzer=$1
scratch=$2
shift 2
rm -rf "$scratch"
mkdir -p "$scratch/corpus"
export UBSAN_OPTIONS="print_stacktrace=1:${UBSAN_OPTIONS:-}"
# The short run of every test starts from the same seed, so that it does not fail by chance; long runs differ each time.
seconds=${FOREWARP_FUZZ_SECONDS:-10}
seed=0
[ "$seconds" -gt 60 ] || seed=1
exec "$fuzzer" -max_total_time="$seconds" -seed="$seed" -artifact_prefix="$scratch/" "$scratch/corpus" "$@"
