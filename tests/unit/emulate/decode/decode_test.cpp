// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a module becomes before it runs: rows of a frame, types of operands, places of variables.
#include <gtest/gtest.h>

#include "forewarp/emulate/decode/frame_layout.hpp"
#include "forewarp/emulate/decode/operand_type.hpp"
#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/decode/reachable.hpp"
#include "forewarp/emulate/decode/shared_bases.hpp"
#include "forewarp/emulate/decode/storage.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "unit/message_of.hpp"

namespace forewarp::emu {
namespace {

ptx::Module module_of(const std::string& body, const std::string& before = "") {
  return ptx::parse(".version 8.5\n.target sm_80\n.address_size 64\n" + before +
                    ".entry k()\n{\n.reg .b16 %h<3>; .reg .b32 %r<5>; .reg .b64 %rd<5>; .reg .pred %p<3>;\n"
                    ".reg .f32 %f<5>;\n" +
                    body + "ret;\n}\n");
}

TEST(FrameLayout, RowsAreApartAndWideEnough) {
  const ptx::Module m = module_of("mov.u32 %r1, 1; mov.u64 %rd1, 2; setp.eq.u32 %p1, %r1, 0;\n");
  const ptx::Function& f = m.functions[0];
  const FrameLayout layout(f, 32);

  std::map<std::uint32_t, std::uint32_t> rows;  // begin -> end
  for (std::size_t i = 0; i < f.registers.size(); ++i) {
    const auto reg = static_cast<std::int32_t>(i);
    const unsigned bytes = layout.type(reg) == ptx::Type::pred ? 4 : 32 * slot_bytes(layout.type(reg));
    EXPECT_TRUE(rows.emplace(layout.row(reg), layout.row(reg) + bytes).second);
  }
  std::uint32_t end = 0;
  for (const auto& [begin, after] : rows) {
    EXPECT_GE(begin, end);
    end = after;
  }
}

TEST(FrameLayout, OneConstantHasOneRowPerWidth) {
  const ptx::Module m = module_of("mov.u32 %r1, 1;\n");
  FrameLayout layout(m.functions[0], 32);

  const std::uint32_t seven = layout.constant(7, 4);

  EXPECT_EQ(layout.constant(7, 4), seven);
  EXPECT_NE(layout.constant(8, 4), seven);
  EXPECT_NE(layout.constant(7, 8), seven);
  EXPECT_NE(layout.predicate(true), layout.predicate(false));
}

TEST(FrameLayout, SlotsAreFourBytesAtLeast) {
  EXPECT_EQ(slot_bytes(ptx::Type::u8), 4);
  EXPECT_EQ(slot_bytes(ptx::Type::f64), 8);
  EXPECT_EQ(slot_bytes(ptx::Type::b128), 16);
}

const ptx::Instruction& instruction(const ptx::Module& m, std::size_t i = 0) { return m.functions[0].body[i]; }

TEST(OperandType, WideProductsHaveNarrowSources) {
  const ptx::Module m =
      module_of("mul.wide.u32 %rd1, %r1, %r2; setp.lt.s32 %p1, %r1, 5; cvt.f32.u32 %f1, %r1; shl.b64 %rd1, %rd2, 3;\n");

  EXPECT_EQ(operand_type(instruction(m), 0), ptx::Type::u64);
  EXPECT_EQ(operand_type(instruction(m), 1), ptx::Type::u32);
  EXPECT_EQ(operand_type(instruction(m, 1), 0), ptx::Type::pred);
  EXPECT_EQ(operand_type(instruction(m, 1), 2), ptx::Type::s32);
  EXPECT_EQ(operand_type(instruction(m, 2), 0), ptx::Type::f32);
  EXPECT_EQ(operand_type(instruction(m, 2), 1), ptx::Type::u32);
  EXPECT_EQ(operand_type(instruction(m, 3), 2), ptx::Type::u32);  // a shift's distance has 32 bits
}

ptx::Operand immediate(ptx::Type type, std::uint64_t bits) {
  ptx::Operand operand;
  operand.kind = ptx::OperandKind::immediate;
  operand.type = type;
  operand.bits = bits;
  return operand;
}

TEST(ImmediateBits, AreThoseOfTheTypeThatReadsThem) {
  const std::uint64_t minus_one = ~std::uint64_t{0};

  EXPECT_EQ(immediate_bits(immediate(ptx::Type::s64, minus_one), ptx::Type::u32), 0xffffffff);
  EXPECT_EQ(immediate_bits(immediate(ptx::Type::s64, 0x1ff), ptx::Type::u8), 0xff);
  EXPECT_EQ(immediate_bits(immediate(ptx::Type::f64, 0x3ff0000000000000), ptx::Type::f32), 0x3f800000);
  EXPECT_EQ(immediate_bits(immediate(ptx::Type::f64, 0x3ff0000000000000), ptx::Type::f64), 0x3ff0000000000000);
}

const std::string helpers =
    ".global .u32 used = 7; .global .u32 unused = 8; .shared .align 8 .b8 tile[100]; .shared .u64 more;\n"
    ".func inner() { .reg .b32 %r<3>; ld.global.u32 %r1, [used]; ret; }\n"
    ".func outer() { call inner, (); ret; }\n"
    ".func other() { .reg .b32 %r<3>; ld.global.u32 %r1, [unused]; ret; }\n";

std::vector<std::string_view> names(const Reachable& reachable) {
  std::vector<std::string_view> all;
  for (const ptx::Function* f : reachable.functions) all.push_back(f->name);
  return all;
}

TEST(Reachable, FollowsCallsOfCalls) {
  const ptx::Module m = module_of("call outer, ();\n", helpers);

  const Reachable found = reachable_from(m, *m.find("k"));

  EXPECT_EQ(names(found), (std::vector<std::string_view>{"k", "outer", "inner"}));
  EXPECT_TRUE(found.symbols.contains("used"));
  EXPECT_FALSE(found.symbols.contains("unused"));
}

TEST(Reachable, AFunctionWhoseAddressIsTakenMayBeCalled) {
  const ptx::Module m = module_of("mov.u64 %rd1, other;\n", helpers);

  EXPECT_EQ(names(reachable_from(m, *m.find("k"))), (std::vector<std::string_view>{"k", "other"}));
}

TEST(Storage, PlacesOnlyWhatIsReachableAndKeepsAlignment) {
  const ptx::Module m = module_of("call outer, (); st.shared.u32 [tile], %r1; st.shared.u64 [more], %rd1;\n", helpers);
  Program program;
  Memory memory;
  const Reachable reachable = reachable_from(m, *m.find("k"));

  const Storage storage(m, reachable, program, memory);

  const auto find = [&](const char* name) { return storage.find(*m.find("k"), name); };
  ASSERT_TRUE(find("used") && find("tile") && find("more"));
  EXPECT_FALSE(find("unused"));
  EXPECT_EQ(find("used")->space, ptx::StateSpace::global);
  EXPECT_EQ(find("tile")->space, ptx::StateSpace::shared);
  EXPECT_EQ(find("tile")->value % 8, 0);
  EXPECT_EQ(find("more")->value % 8, 0);
  const auto tile = find("tile")->value, more = find("more")->value;
  EXPECT_TRUE(more >= tile + 100 || tile >= more + 8);
  EXPECT_TRUE(find("inner")->is_function);
}

/// Accesses through these rows, in order; a row of 0 is a write to row 100.
std::deque<MachineOp> accesses(const std::vector<std::uint32_t>& rows) {
  std::deque<MachineOp> ops;
  SharedBases bases(ops);
  for (const std::uint32_t row : rows) {
    if (row == 0) {
      bases.written(100);
      continue;
    }
    ops.emplace_back().address_row = row;
    bases.access(ops.size() - 1);
  }
  return ops;
}

TEST(SharedBases, TheSecondAccessThroughARegisterSharesTheFirstOnesDescription) {
  const auto ops = accesses({100, 200, 100});

  EXPECT_FALSE(ops[0].shares_base);
  EXPECT_NE(ops[0].base_place, 0);  // it describes what another uses
  EXPECT_EQ(ops[1].base_place, 0);  // no other has one
  EXPECT_TRUE(ops[2].shares_base);
  EXPECT_EQ(ops[2].base_place, ops[0].base_place);
}

TEST(SharedBases, AWriteInBetweenEndsTheSharing) {
  const auto ops = accesses({100, 0, 100, 100});

  EXPECT_FALSE(ops[1].shares_base);
  EXPECT_TRUE(ops[2].shares_base);
  EXPECT_EQ(ops[0].base_place, 0);
}

TEST(SharedBases, PlacesAreReusedInTurn) {
  const auto ops = accesses({1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 8});

  EXPECT_FALSE(ops[8].shares_base);  // seven places: the eighth register took the place of the first
  EXPECT_TRUE(ops[10].shares_base);
}

}  // namespace
}  // namespace forewarp::emu
