// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Predicts a kernel from PTX text, with a launch described in code.
#include <cstdio>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"

namespace {
constexpr const char* scale = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 data)
{
  .reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .f32 %f<3>;
  ld.param.u64 %rd1, [data];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.s32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.f32 %f1, [%rd3];
  add.f32 %f2, %f1, %f1;
  st.global.f32 [%rd3], %f2;
  ret;
})";
}  // namespace

int main() try {
  const forewarp::ptx::Module module = forewarp::ptx::parse(scale, "scale.ptx");
  forewarp::launch::Launch launch;
  launch.entry = "scale";
  launch.grid = {65536, 1, 1};
  launch.block = {256, 1, 1};
  launch.arguments = {{"data", forewarp::launch::Buffer{forewarp::ptx::Type::f32, 65536 * 256, {}}}};

  const auto profile = forewarp::profile::profile(module, launch);
  // Stores that remain in L2 after the launch are not counted as DRAM traffic, unless caches are cold.
  const auto a100 = forewarp::device::find_device("A100");
  const auto prediction = forewarp::model::predict(profile, a100);
  const auto cold = forewarp::model::predict(profile, a100, forewarp::model::Caches::cold);

  std::printf("%.1f us on an A100 (%.1f with every store in DRAM), limited by %s; %llu of %llu blocks were run\n",
              prediction.time_s * 1e6, cold.time_s * 1e6, prediction.limiter.c_str(),
              static_cast<unsigned long long>(profile.sampling.blocks_run),
              static_cast<unsigned long long>(profile.sampling.blocks_total));
} catch (const forewarp::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
