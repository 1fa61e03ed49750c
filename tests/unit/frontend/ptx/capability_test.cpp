// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/capability.hpp"

#include <gtest/gtest.h>

namespace forewarp::ptx {
namespace {

unsigned needed_by(const char* mnemonic) { return required_capability(decode_mnemonic(mnemonic)); }
unsigned last_that_has(const char* mnemonic) { return last_capability(opcode_of(mnemonic)); }

TEST(Capability, IsThatOfThePtxIsasTargetNotes) {
  EXPECT_EQ(needed_by("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"), 75u);
  EXPECT_EQ(needed_by("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), 80u);
  EXPECT_EQ(needed_by("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32"), 70u);
  EXPECT_EQ(needed_by("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"), 80u);
  EXPECT_EQ(needed_by("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32"), 75u);
  EXPECT_EQ(needed_by("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"), 80u);
  EXPECT_EQ(needed_by("cp.async.ca.shared.global"), 80u);
  EXPECT_EQ(needed_by("cp.async.bulk.commit_group"), 90u);
  EXPECT_EQ(needed_by("atom.global.add.f64"), 60u);
  EXPECT_EQ(needed_by("fma.rn.f16x2"), 53u);
  EXPECT_EQ(needed_by("red.global.add.f64"), 60u);
  EXPECT_EQ(needed_by("atom.global.add.noftz.f16x2"), 60u);
  EXPECT_EQ(needed_by("wmma.load.a.sync.aligned.row.m16n16k16.f16"), 70u);
  EXPECT_EQ(needed_by("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32"), 72u);
}

TEST(Capability, IsNothingForWhatEveryDeviceHas) {
  EXPECT_EQ(needed_by("fma.rn.f32"), 0u);
  EXPECT_EQ(needed_by("lop3.b32"), 0u);
  EXPECT_EQ(needed_by("atom.global.add.u32"), 0u);
  EXPECT_EQ(needed_by(""), 0u);
  EXPECT_EQ(last_that_has("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"), 90u);
  EXPECT_EQ(last_that_has("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), 0u);
}

}  // namespace
}  // namespace forewarp::ptx
