#!/bin/sh
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# Writes every golden output anew; review the diff before you commit it.
cd "$(dirname "$0")/../.." && FOREWARP_REGENERATE=1 build/release/golden_test && git --no-pager diff --stat tests/golden
