// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Transforms a matrix product, given as a loop program, into a GPU kernel and its launch (docs/loop.md in C++).
#include <cstdio>
#include <string>

#include "forewarp/symbolic/loop/generate/generate.hpp"
#include "forewarp/symbolic/loop/launch.hpp"
#include "forewarp/symbolic/loop/read.hpp"
#include "forewarp/symbolic/loop/transform/parameters.hpp"
#include "forewarp/symbolic/loop/transform/prefetch.hpp"
#include "forewarp/symbolic/loop/transform/split.hpp"
#include "forewarp/symbolic/loop/transform/tag.hpp"

int main() {
  using namespace forewarp;
  loop::Program product = loop::parse(
      "kernel matmul\n"
      "domain { [i,j,k] : 0 <= i,j,k < n }\n"
      "c[i,j] = sum(k, a[i,k]*b[k,j])\n");
  for (const char* index : {"i", "j", "k"}) product = loop::split(product, index, 16);
  product = loop::assume(product, "n >= 1 and n % 16 = 0");
  product = loop::tag(product, {{"i_out", loop::tag_named("g.1")},
                                {"i_in", loop::tag_named("l.1")},
                                {"j_out", loop::tag_named("g.0")},
                                {"j_in", loop::tag_named("l.0")}});
  product = loop::prefetch(product, "a", {"i_in", "k_in"});
  product = loop::prefetch(product, "b", {"k_in", "j_in"});

  const std::string code = loop::generate(product, loop::Target::cuda);
  const loop::LaunchShape launch = loop::launch_shape(product);
  std::printf("%s\ngrid %s x %s: %lld x %lld for n = 1024\n", code.c_str(), to_text(launch.grid[0].size).c_str(),
              to_text(launch.grid[1].size).c_str(),
              static_cast<long long>(value_of(launch.grid[0].size, {{"n", 1024}})),
              static_cast<long long>(value_of(launch.grid[1].size, {{"n", 1024}})));
  return code.find("__syncthreads") != std::string::npos ? 0 : 1;
}
