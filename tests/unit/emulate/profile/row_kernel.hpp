// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {

/// Blocks of 256 threads, each of which loads one word of data: 2^shift blocks after each other load the same KiB.
inline ptx::Module row_kernel(unsigned shift) {
  return ptx::parse(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry rows(.param .u64 data) {
  .reg .b32 %r<6>;
  .reg .b64 %d<4>;
  ld.param.u64 %d1, [data];
  mov.u32 %r1, %ctaid.x;
  shr.u32 %r1, %r1, )" +
                    std::to_string(shift) + R"(;
  mov.u32 %r2, %tid.x;
  mad.lo.s32 %r3, %r1, 256, %r2;
  mul.wide.u32 %d2, %r3, 4;
  add.s64 %d3, %d1, %d2;
  ld.global.u32 %r4, [%d3];
  ret;
}
)");
}

/// On so many words.
inline launch::Launch row_launch(std::uint32_t blocks, std::uint64_t words) {
  launch::Launch out;
  out.entry = "rows";
  out.grid = {blocks, 1, 1};
  out.block = {256, 1, 1};
  out.arguments = {{"data", launch::Buffer{ptx::Type::u32, words, {}, false}, false}};
  return out;
}

}  // namespace forewarp::profile
