#!/bin/sh
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# The picture in the README, from a real report: docs/pictures/report.sh [FOREWARP]
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
forewarp=$(realpath "${1:-build/release/forewarp}")
# Where the kernel lies is on the page: a path that says nothing of this machine.
mkdir "$folder/kernels" && cp -r kernels/matmul_tiled "$folder/kernels/"
(cd "$folder" && "$forewarp" predict kernels/matmul_tiled --device H200,V100,K20 --report page.html >/dev/null)
chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" --window-size=1000,1250 \
  --screenshot=docs/pictures/report.png "file://$folder/page.html" 2>/dev/null
