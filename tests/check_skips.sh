#!/bin/sh
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# check_skips.sh RESULTS.xml: fails if a test of this JUnit file (ctest --output-junit) was skipped for a reason that
# may_skip.txt does not name, and prints its name and reason.
set -eu
reasons=$(dirname "$0")/may_skip.txt
patterns=$(grep -v '^#' "$reasons" | paste -sd '|')
awk -v patterns="$patterns" '
  /<testcase / { name = $0; sub(/.*<testcase name="/, "", name); sub(/".*/, "", name); skipped = 0; output = "" }
  /<skipped/ { skipped = 1 }
  { output = output $0 "\n" }
  /<\/testcase>/ {
    if (skipped) {
      count++
      gsub(/&quot;/, "\"", output); gsub(/&apos;/, "\047", output); gsub(/&amp;/, "\\&", output)
      if (output !~ patterns) { unexpected++; print "check_skips: " name " was skipped, and tests/may_skip.txt does not allow it:\n" output }
    }
  }
  END { print "check_skips: " count + 0 " skipped, " unexpected + 0 " of them not allowed"; exit unexpected > 0 }
' "$1"
