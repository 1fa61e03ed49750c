#!/bin/sh
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# What the library is built with, in an image of manylinux_2_34 (AlmaLinux 9): for cibuildwheel, before it builds.
set -eu
dnf -y install dnf-plugins-core epel-release
dnf config-manager --set-enabled crb
dnf -y install cli11-devel cminpack-devel eigen3-devel fmt-devel isl-devel json-devel libsvm-devel libzstd-devel \
  lz4-devel sqlite-devel tbb-devel tomlplusplus-devel zlib-devel
# d3 for the pages, where Debian's packages put it. AlmaLinux has none; npm's packages have the same files.
dnf -y install npm
npm install --prefix /tmp/d3 d3@5.16.0 d3-array@3.2.0
mkdir -p /usr/share/nodejs
cp -r /tmp/d3/node_modules/d3-* /usr/share/nodejs/
