// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/capability.hpp"

#include <gtest/gtest.h>

namespace forewarp::ptx {
namespace {

TEST(Capability, IsThatOfThePtxIsasTargetNotes) {
  EXPECT_EQ(required_capability("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"), 75u);
  EXPECT_EQ(required_capability("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), 80u);
  EXPECT_EQ(required_capability("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32"), 70u);
  EXPECT_EQ(required_capability("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"), 80u);
  EXPECT_EQ(required_capability("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32"), 75u);
  EXPECT_EQ(required_capability("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"), 80u);
  EXPECT_EQ(required_capability("cp.async.ca.shared.global"), 80u);
  EXPECT_EQ(required_capability("cp.async.bulk.commit_group"), 90u);
  EXPECT_EQ(required_capability("atom.global.add.f64"), 60u);
  EXPECT_EQ(required_capability("fma.rn.f16x2"), 53u);
}

TEST(Capability, IsNothingForWhatEveryDeviceHas) {
  EXPECT_EQ(required_capability("fma.rn.f32"), 0u);
  EXPECT_EQ(required_capability("lop3.b32"), 0u);
  EXPECT_EQ(required_capability("atom.global.add.u32"), 0u);
  EXPECT_EQ(required_capability(""), 0u);
  EXPECT_EQ(last_capability("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"), 90u);
  EXPECT_EQ(last_capability("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), 0u);
}

}  // namespace
}  // namespace forewarp::ptx
