// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// out[y][x] = the sum of some channels of a window of pixels in, one pixel a thread: neighbouring windows overlap.
#include <fmt/format.h>

#include <string>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::test {

struct Window {
  unsigned pixel_floats = 4;  ///< stored side by side
  unsigned channels = 1;      ///< read of each pixel, from the first on
  unsigned side = 3;          ///< of the window
  bool vector = false;        ///< one load of 16 bytes a pixel
};

struct WindowKernel {
  ptx::Module module;
  launch::Launch launch;
};

inline std::string window_ptx(const Window& w) {
  std::string taps;
  const unsigned pixel = 4 * w.pixel_floats;
  for (unsigned dy = 0; dy < w.side; ++dy) {
    for (unsigned dx = 0; dx < w.side; ++dx) {
      if (w.vector) taps += fmt::format("ld.global.v4.f32 {{%f1, %f2, %f3, %f4}}, [%d3+{}];\n", dx * pixel);
      for (unsigned c = 0; c < w.channels; ++c) {
        if (!w.vector) taps += fmt::format("ld.global.f32 %f1, [%d3+{}];\n", dx * pixel + 4 * c);
        taps += fmt::format("add.f32 %f0, %f0, %f{};\n", w.vector ? c + 1 : 1);
      }
    }
    taps += "add.s64 %d3, %d3, %d4;\n";
  }
  return fmt::format(R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry window(.param .u64 in, .param .u64 out, .param .u32 width)
{{
.reg .b32 %r<8>;
.reg .b64 %d<8>;
.reg .f32 %f<5>;
ld.param.u64 %d0, [in];
ld.param.u64 %d1, [out];
ld.param.u32 %r0, [width];
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %ntid.x;
mov.u32 %r3, %tid.x;
mad.lo.s32 %r4, %r1, %r2, %r3;
mov.u32 %r1, %ctaid.y;
mov.u32 %r2, %ntid.y;
mov.u32 %r3, %tid.y;
mad.lo.s32 %r5, %r1, %r2, %r3;
add.s32 %r6, %r0, {margin};
mad.lo.s32 %r7, %r5, %r6, %r4;
mul.wide.s32 %d2, %r7, {pixel};
add.s64 %d3, %d0, %d2;
mul.wide.s32 %d4, %r6, {pixel};
mov.f32 %f0, 0f00000000;
{taps}mad.lo.s32 %r7, %r5, %r0, %r4;
mul.wide.s32 %d5, %r7, 4;
add.s64 %d6, %d1, %d5;
st.global.f32 [%d6], %f0;
ret;
}}
)",
                     fmt::arg("margin", w.side - 1), fmt::arg("pixel", pixel), fmt::arg("taps", taps));
}

/// An image of width x width results in blocks of 16 x 16.
inline WindowKernel window_kernel(const Window& w, unsigned width) {
  WindowKernel out{ptx::parse(window_ptx(w)), {}};
  out.launch.entry = "window";
  out.launch.grid = {width / 16, width / 16, 1};
  out.launch.block = {16, 16, 1};
  const std::uint64_t side = width + w.side - 1, pixels = std::uint64_t{width} * width;
  out.launch.arguments = {
      {"image", launch::Buffer{.element = ptx::Type::f32, .count = side * side * w.pixel_floats, .fill = {}}},
      {"sums", launch::Buffer{.element = ptx::Type::f32, .count = pixels, .fill = {}}},
      {"width", launch::Scalar{ptx::Type::u32, width}}};
  return out;
}

}  // namespace forewarp::test
