// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/wmma.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "forewarp/frontend/ptx/opcode.hpp"

namespace forewarp::ptx {
namespace {

TEST(Wmma, LoadsAndStoresAreOpcodesOfTheirOwn) {
  EXPECT_EQ(opcode_of("wmma.load.a.sync.aligned.row.m16n16k16.f16"), Opcode::wmma_load);
  EXPECT_EQ(opcode_of("wmma.store.d.sync.aligned.row.m16n16k16.shared.f32"), Opcode::wmma_store);
  EXPECT_EQ(opcode_of("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32"), Opcode::wmma);
  EXPECT_EQ(opcode_of("ld.global.f32"), Opcode::ld);
  EXPECT_EQ(opcode_from(name_of(Opcode::wmma_load)), Opcode::wmma_load);
}

TEST(Wmma, TheTextOfALoadSaysMatrixShapeTypeLayoutAndSpace) {
  const auto t = wmma_transfer("wmma.load.b.sync.aligned.col.m8n32k16.shared::cta.u8");

  ASSERT_TRUE(t.has_value());
  EXPECT_EQ(t->matrix, WmmaMatrix::b);
  EXPECT_EQ(t->shape, (WmmaShape{8, 32, 16}));
  EXPECT_EQ(t->element, Type::u8);
  EXPECT_TRUE(t->by_columns && t->is_shared);
  EXPECT_EQ(t->rows(), 16U);
  EXPECT_EQ(t->columns(), 32U);
  EXPECT_EQ(t->registers(), 4U);  // 16 * 32 bytes / 32 lanes / 4
}

TEST(Wmma, TheTextOfAProductSaysItsTypes) {
  const auto half = wmma_product("wmma.mma.sync.aligned.row.col.m32n8k16.f16.f32.satfinite");
  ASSERT_TRUE(half.has_value());
  EXPECT_EQ(half->a, Type::f16);
  EXPECT_EQ(half->d, Type::f16);
  EXPECT_EQ(half->c, Type::f32);
  EXPECT_TRUE(half->satfinite);

  const auto tf32 = wmma_product("wmma.mma.sync.aligned.row.row.m16n16k8.f32.tf32.tf32.f32");
  ASSERT_TRUE(tf32.has_value());
  EXPECT_EQ(tf32->a, Type::tf32);
  EXPECT_EQ(wmma_products(*tf32), 4U);
}

TEST(Wmma, WhatPtxDoesNotHaveIsNothing) {
  for (const char* text :
       {"wmma.load.a.sync.aligned.row.m8n8k32.s4", "wmma.load.a.sync.aligned.row.m16n16k8.f16",
        "wmma.load.a.sync.aligned.row.m16n16k16.f64", "wmma.load.d.sync.aligned.row.m16n16k16.f32",
        "wmma.load.c.sync.aligned.row.m8n8k4.f32", "wmma.store.a.sync.aligned.row.m16n16k16.f16",
        "wmma.load.a.sync.aligned.m16n16k16.f16", "wmma.load.a.sync.aligned.row.m16n16k16", "wmma.load.", "wmma",
        "wmma.load.a.sync.aligned.row.m99999999999999999999n1k1.f16", "wmma.load.a.sync.aligned.row.row.m16n16k16.f16"})
    EXPECT_FALSE(wmma_transfer(text).has_value()) << text;
  for (const char* text :
       {"wmma.mma.sync.aligned.row.col.m16n16k16.f32.bf16.bf16.f16", "wmma.mma.sync.aligned.row.col.m8n8k4.f32.f32",
        "wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.u8.s32", "wmma.mma.sync.aligned.row.m16n16k16.f32.f32",
        "wmma.mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64.f64",
        "wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32"})
    EXPECT_FALSE(wmma_product(text).has_value()) << text;
}

struct Lowering {
  const char* text;
  unsigned count, bytes, transpositions;
};

// As ptxas 13.0 compiles each for sm_80: what its cubins have in LDSM, LD, LDS, ST, STS and MOVM.
TEST(Wmma, RequestsAreThoseOfTheMachineCode) {
  for (const Lowering& l : {
           Lowering{"wmma.load.a.sync.aligned.row.m16n16k16.shared.f16", 1, 16, 0},  // LDSM.x4
           Lowering{"wmma.load.b.sync.aligned.col.m32n8k16.shared.f16", 1, 16, 0},   // LDSM.x2
           Lowering{"wmma.load.a.sync.aligned.col.m32n8k16.shared.bf16", 2, 16, 0},  // 2 LDSM.x4.T
           Lowering{"wmma.load.a.sync.aligned.row.m16n16k16.f16", 4, 4, 0},
           Lowering{"wmma.load.a.sync.aligned.col.m16n16k16.global.f16", 4, 4, 4},
           Lowering{"wmma.load.b.sync.aligned.row.m8n32k16.bf16", 8, 4, 8},
           Lowering{"wmma.load.a.sync.aligned.row.m16n16k16.shared.s8", 1, 16, 0},
           Lowering{"wmma.load.a.sync.aligned.row.m32n8k16.shared.s8", 2, 16, 0},
           Lowering{"wmma.load.b.sync.aligned.col.m16n16k16.u8", 2, 4, 0},
           Lowering{"wmma.load.b.sync.aligned.row.m16n16k16.shared.u8", 8, 1, 0},
           Lowering{"wmma.load.a.sync.aligned.row.m16n16k8.shared.tf32", 4, 4, 0},
           Lowering{"wmma.load.b.sync.aligned.row.m8n8k4.f64", 1, 8, 0},
           Lowering{"wmma.load.c.sync.aligned.row.m16n16k16.shared.f32", 4, 8, 0},
           Lowering{"wmma.store.d.sync.aligned.row.m8n32k16.f32", 8, 4, 0},
           Lowering{"wmma.store.d.sync.aligned.row.m16n16k16.shared.f16", 4, 4, 0},
           Lowering{"wmma.store.d.sync.aligned.row.m8n32k16.f16", 4, 4, 4},
           Lowering{"wmma.store.d.sync.aligned.row.m8n8k4.f64", 1, 16, 0},
           Lowering{"wmma.store.d.sync.aligned.row.m16n16k16.s32", 4, 8, 0},
       }) {
    const auto transfer = wmma_transfer(l.text);
    ASSERT_TRUE(transfer.has_value()) << l.text;
    const WmmaRequests requests = wmma_requests(*transfer);
    EXPECT_EQ(requests.count, l.count) << l.text;
    EXPECT_EQ(requests.bytes, l.bytes) << l.text;
    EXPECT_EQ(requests.transpositions, l.transpositions) << l.text;
  }
}

TEST(Wmma, EveryElementOfAMatrixHasOnePlaceInTheDistinctRegisters) {
  for (const char* text :
       {"wmma.load.a.sync.row.m16n16k16.f16", "wmma.load.b.sync.row.m32n8k16.f16", "wmma.load.a.sync.row.m8n32k16.s8",
        "wmma.load.b.sync.row.m8n32k16.u8", "wmma.load.a.sync.row.m16n16k8.tf32", "wmma.load.b.sync.row.m16n16k8.tf32",
        "wmma.load.a.sync.row.m8n8k4.f64", "wmma.load.c.sync.row.m8n8k4.f64", "wmma.load.c.sync.row.m8n32k16.f16",
        "wmma.load.c.sync.row.m32n8k16.f32", "wmma.load.c.sync.row.m16n16k16.f16"}) {
    const auto t = wmma_transfer(text);
    ASSERT_TRUE(t.has_value()) << text;
    std::map<std::pair<unsigned, unsigned>, unsigned> seen;
    for (unsigned r = 0; r < t->distinct_registers(); ++r)
      for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned part = 0; part < t->elements_a_register(); ++part) {
          const WmmaPlace place = wmma_place(*t, r, lane, part);
          EXPECT_LT(place.row, t->rows()) << text;
          EXPECT_LT(place.column, t->columns()) << text;
          ++seen[{place.row, place.column}];
        }
    EXPECT_EQ(seen.size(), t->rows() * t->columns()) << text;
    for (const auto& [place, count] : seen) EXPECT_EQ(count, 1U) << text;
  }
}

TEST(Wmma, RegistersBeyondTheDistinctOnesRepeatThem) {
  const auto t = wmma_transfer("wmma.load.a.sync.aligned.row.m16n16k16.f16");
  ASSERT_TRUE(t.has_value());
  EXPECT_EQ(t->registers(), 8U);
  EXPECT_EQ(t->distinct_registers(), 4U);
  const WmmaPlace first = wmma_place(*t, 1, 7, 1), copy = wmma_place(*t, 5, 7, 1);
  EXPECT_EQ(first.row, copy.row);
  EXPECT_EQ(first.column, copy.column);
}

}  // namespace
}  // namespace forewarp::ptx
