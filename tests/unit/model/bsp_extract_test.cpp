// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/extract.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::bsp {
namespace {

using ptx::Opcode;
using ptx::StateSpace;
using ptx::Type;

profile::InstructionCount instruction(Opcode opcode, Type type, double threads) {
  return {.mnemonic = "",
          .opcode = opcode,
          .type = type,
          .space = StateSpace::none,
          .warps = threads / 32,
          .threads = threads};
}
profile::AccessSite site(const char* mnemonic, StateSpace space, emu::AccessKind kind, double lanes) {
  profile::AccessSite access;
  access.mnemonic = mnemonic;
  access.space = space;
  access.kind = kind;
  access.lanes = lanes;
  return access;
}

/// 64 threads, of which 48 do two fused multiply-adds, one sum, one division and an integer product.
profile::Profile a_profile() {
  profile::Profile p;
  p.threads = 64;
  p.instructions = {instruction(Opcode::fma, Type::f32, 96), instruction(Opcode::add, Type::f64, 48),
                    instruction(Opcode::div, Type::f32, 48), instruction(Opcode::mul, Type::s32, 48),
                    instruction(Opcode::mov, Type::b32, 640)};
  p.sites = {site("ld.global.v4.f32", StateSpace::global, emu::AccessKind::load, 32),
             site("st.global.f32", StateSpace::global, emu::AccessKind::store, 64),
             site("atom.shared.add.u32", StateSpace::shared, emu::AccessKind::atomic, 16),
             site("red.global.add.f32", StateSpace::global, emu::AccessKind::reduction, 8)};
  return p;
}

TEST(BspExtract, CountsAreMeansOverAllThreadsLaunched) {
  const Extracted found = extract(a_profile());

  EXPECT_EQ(found.threads, 64);
  EXPECT_EQ(found.floating.fma, 1.5);      // 96 / 64
  EXPECT_EQ(found.floating.add, 0.75);     // 48 / 64
  EXPECT_EQ(found.floating.divide, 0.75);  // 48 / 64
  EXPECT_EQ(found.floating.multiply, 0);
  EXPECT_EQ(found.integer.multiply, 0.75);
  EXPECT_EQ(found.accesses.global_loads, 2);       // 32 loads of 4 elements / 64
  EXPECT_EQ(found.accesses.global_stores, 1.125);  // 64 / 64, and 8 / 64 that memory adds to
  EXPECT_EQ(found.accesses.shared_loads, 0.25);    // an atomic loads
  EXPECT_EQ(found.accesses.shared_stores, 0.25);   // and stores
}

TEST(BspExtract, SumsWithCarryAndOtherSelectionsCountAsTheirRelativesDo) {
  profile::Profile p;
  p.threads = 32;
  p.instructions = {instruction(Opcode::addc, Type::u32, 32), instruction(Opcode::subc, Type::u32, 32),
                    instruction(Opcode::cnot, Type::b32, 32), instruction(Opcode::slct, Type::s32, 32),
                    instruction(Opcode::madc, Type::u32, 64), instruction(Opcode::testp, Type::f32, 32)};

  const Extracted found = extract(p);

  EXPECT_EQ(found.integer.add, 4);  // addc, subc, cnot, slct: one per thread each
  EXPECT_EQ(found.integer.fma, 2);
  EXPECT_EQ(found.floating.add, 1);
}

TEST(BspExtract, CompIsOfFloatsUnlessIntegersAreAskedFor) {
  const Extracted found = extract(a_profile());

  EXPECT_EQ(kernel_of(found).computation_cycles, 1.5 * 2 + 0.75 * 24 + 0.75 * 96);  // 93
  EXPECT_EQ(kernel_of(found, Counted::all).computation_cycles, 93 + 0.75 * 32);     // 117
  EXPECT_EQ(kernel_of(found, Counted::floating, {.fma = 1, .add = 0, .divide = 0}).computation_cycles, 1.5);
}

TEST(BspExtract, AProfileWithoutThreadsIsRefused) { EXPECT_THROW((void)extract({}), InputError); }

TEST(BspExtract, CachesServeNoMoreThanIsAsked) {
  kernel::Request request;
  request.path = "matmul_global_coalesced";
  request.set = {"n=64"};
  const kernel::Kernel kernel = kernel::load(request);
  const profile::Profile profile = profile::profile(*kernel.module, kernel.launch);
  const Accesses plain = extract(profile).accesses;

  const Accesses cached = with_cache_hits(plain, profile, device::find_device("V100"));

  EXPECT_EQ(plain.global_loads, 2 * 64);
  EXPECT_GT(cached.l1_hits, 0);
  EXPECT_LE(cached.l1_hits + cached.l2_hits, plain.global_loads + plain.global_stores);
  EXPECT_LT(global_cycles(cached), global_cycles(plain));
}

}  // namespace
}  // namespace forewarp::model::bsp
