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
(cd "$folder" && "$forewarp" predict kernels/matmul_tiled --device H200,A100,V100 --report page.html >/dev/null)
# Its beginning, and beside it what comes further down.
cat >"$folder/two.html" <<'HTML'
<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>a report</title><style>
body { margin: 0; display: flex; gap: 1px; background: #d0d7de; } iframe { border: 0; width: 790px; height: 1290px; background: #fff; }
</style></head><body><iframe src="page.html"></iframe><iframe src="page.html#s2"></iframe></body></html>
HTML
chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --allow-file-access-from-files --user-data-dir="$folder/profile" \
  --virtual-time-budget=4000 --window-size=1581,1290 --screenshot=docs/pictures/report.png "file://$folder/two.html" 2>/dev/null
