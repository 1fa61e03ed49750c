// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/canary.hpp"

#include <algorithm>
#include <array>

namespace forewarp::run {
namespace {

// 2 ms is long beside the resolution of the events (0.5 us: 0.03 %), and the three launches of a
// run are short beside the half second until the next one (1.2 %).
//
// Each thread runs x = 0.999 x + 0.001, a chain of dependent operations whose time depends on the
// clock of the SMs and on nothing else: one load and one store per thread. x starts at 1, the fixed
// point, so it never leaves the range of normal numbers however many iterations there are. 32
// blocks of 64 threads per compute unit keep every unit busy on CPUs and GPUs.
constexpr double wanted_s = 2e-3;
constexpr unsigned max_iterations = 1u << 22;
constexpr std::uint32_t threads_a_block = 64;

constexpr const char* opencl_canary = R"(
kernel void canary(global float* data, uint n) {
  size_t i = get_global_id(0);
  float x = data[i];
  for (uint k = 0; k < n; ++k) x = mad(x, 0.999f, 0.001f);
  data[i] = x;
})";

// As PTX, because a driver takes that where there is no compiler.
constexpr const char* ptx_source = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry canary(.param .u64 data, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<7>;
  .reg .f32 %f<2>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [n];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  mul.wide.u32 %rd3, %r5, 4;
  add.u64 %rd4, %rd2, %rd3;
  ld.global.f32 %f1, [%rd4];
  mov.u32 %r6, 0;
loop:
  setp.ge.u32 %p1, %r6, %r1;
  @%p1 bra done;
  fma.rn.f32 %f1, %f1, 0f3F7FBE77, 0f3A83126F;
  add.u32 %r6, %r6, 1;
  bra loop;
done:
  st.global.f32 [%rd4], %f1;
  ret;
}
)";

Code code_for(const DeviceInfo& info) {
  if (info.api == Api::opencl) return {Language::opencl_c, opencl_canary, "canary", {}};
  return {Language::ptx, ptx_source, "canary", {}};
}

}  // namespace

/// Doubles the iterations until one run takes 2 ms; a continued campaign reuses the stored number.
Canary::Canary(Device& device, unsigned iterations) {
  // Doubling from 64: with 10 us at 64 iterations, 2 ms are reached at 64 * 2^8 = 16 384 (2.56 ms).
  // The limit of 2^22 stops devices whose clock reports 0. A continued campaign must use the stored
  // number, since its new times are compared with the old ones.
  const std::uint32_t blocks = 32 * std::max(1u, device.info().compute_units);
  shape_ = {{blocks, 1, 1}, {threads_a_block, 1, 1}};
  kernel_ = device.compile(code_for(device.info()))->kernel("canary");
  set(iterations != 0 ? iterations : 64);
  while (iterations == 0 && run().seconds < wanted_s && iterations_ < max_iterations) set(iterations_ * 2);
}

void Canary::set(unsigned iterations) {
  iterations_ = iterations;
  const launch::Buffer data{.element = ptx::Type::f32,
                            .count = shape_.grid.count() * threads_a_block,
                            .fill = {.kind = launch::FillKind::constant, .low = 1}};
  kernel_->set_arguments({{"data", data}, {"n", launch::Scalar{ptx::Type::u32, iterations}}});
  (void)kernel_->launch(shape_);
}

/// The median of three, so that one interrupted launch does not mark its surroundings as slow.
LaunchTime Canary::run() {
  std::array<LaunchTime, 3> times;
  for (LaunchTime& time : times) time = kernel_->launch(shape_);
  std::sort(times.begin(), times.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  return times[1];
}

}  // namespace forewarp::run
