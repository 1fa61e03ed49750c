// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/opcode_table.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <set>
#include <string>
#include <vector>

namespace forewarp::ptx {
namespace {

/// All but unknown.
std::vector<Opcode> opcodes() {
  std::vector<Opcode> all;
  for (std::size_t i = 1; i < opcode_table.size(); ++i) all.push_back(static_cast<Opcode>(i));
  return all;
}

template <class Predicate>
std::set<std::string> names_where(Predicate holds) {
  std::set<std::string> names;
  for (const Opcode opcode : opcodes())
    if (holds(opcode)) names.emplace(name_of(opcode));
  return names;
}

using Names = std::set<std::string>;

TEST(OpcodeTable, HasARowForEachOpcodeInTheOrderOfTheEnumeration) {
  for (const Opcode opcode : opcodes()) EXPECT_EQ(opcode_from(name_of(opcode)), opcode) << name_of(opcode);
  EXPECT_EQ(info_of(Opcode::unknown).group, InstructionClass::other);
  EXPECT_EQ(info_of(Opcode::xor_).operation, Operation::logic);  // the last row
}

TEST(OpcodeTable, AClassSaysWhichOfTheOtherColumnsAreFilled) {
  for (const Opcode opcode : opcodes()) {
    SCOPED_TRACE(name_of(opcode));
    const OpcodeInfo& info = info_of(opcode);
    const bool computes = info.operation != Operation::none, accesses = info.memory != MemoryKind::none;
    const bool jumps = info.control != Control::none, waits = info.sync != Sync::none;
    const bool votes = info.cross_lane && !computes && !accesses;

    EXPECT_EQ(accesses, info.group == InstructionClass::memory);
    EXPECT_EQ(jumps, info.group == InstructionClass::control);
    EXPECT_EQ(waits || votes, info.group == InstructionClass::sync);
    EXPECT_EQ(computes, info.group == InstructionClass::arithmetic || info.group == InstructionClass::logic ||
                            info.group == InstructionClass::special);
    EXPECT_EQ(info.group == InstructionClass::logic,
              info.operation == Operation::logic || info.operation == Operation::shift);
    EXPECT_EQ(info.group == InstructionClass::special, info.operation == Operation::root ||
                                                           info.operation == Operation::trigonometric ||
                                                           info.operation == Operation::exponential);
  }
}

TEST(OpcodeTable, WhatComputesOrLoadsHasAResultAndWhatStoresOrJumpsHasNone) {
  for (const Opcode opcode : opcodes()) {
    SCOPED_TRACE(name_of(opcode));
    const OpcodeInfo& info = info_of(opcode);
    const bool only_writes = writes_memory(opcode) && !reads_memory(opcode);

    if (info.operation != Operation::none && opcode != Opcode::wgmma) {  // wgmma.fence
      EXPECT_EQ(info.destinations, Destinations::first);
    }
    if (info.memory == MemoryKind::load || opcode == Opcode::atom) {
      EXPECT_EQ(info.destinations, Destinations::first);
    }
    const bool moves_nothing = info.memory == MemoryKind::prefetch || info.memory == MemoryKind::hint;
    if (only_writes || moves_nothing || info.memory == MemoryKind::reduction || info.memory == MemoryKind::copy) {
      EXPECT_EQ(info.destinations, Destinations::never);
    }
    if (info.control != Control::none && info.control != Control::call) {
      EXPECT_EQ(info.destinations, Destinations::never);
    }
  }
}

TEST(OpcodeTable, AStateSpaceIsAnOpcodesOwnOnlyWhereItsMnemonicNeedNotNameIt) {
  EXPECT_EQ(names_where([](Opcode o) { return info_of(o).space != StateSpace::none; }),
            (Names{"ldmatrix", "multimem", "stmatrix", "suld", "suq", "sured", "sust", "tex", "tld4", "txq"}));
  EXPECT_EQ(space_of(Opcode::ldmatrix, StateSpace::none), StateSpace::shared);
  EXPECT_EQ(space_of(Opcode::ld, StateSpace::none), StateSpace::none);  // generic
  EXPECT_EQ(space_of(Opcode::ld, StateSpace::global), StateSpace::global);
}

// Before the table, each of these sets was listed in several files, and the lists disagreed.

TEST(OpcodeTable, MemoryIsAccessedByWhatMovesDataAndNotByHints) {
  const auto hints = names_where([](Opcode o) { return memory_kind(o) == MemoryKind::hint; });
  const auto accesses = names_where([](Opcode o) { return accesses_memory(o); });

  EXPECT_EQ(hints, (Names{"applypriority", "discard"}));
  EXPECT_EQ(accesses, (Names{"atom", "cp", "ld", "ldmatrix", "ldu", "multimem", "prefetch", "prefetchu", "red", "st",
                             "stmatrix", "suld", "sured", "sust", "tex", "tld4", "wmma.load", "wmma.store"}));
}

TEST(OpcodeTable, UpdatesReadAndWrite) {
  EXPECT_EQ(names_where([](Opcode o) { return updates_memory(o); }), (Names{"atom", "multimem", "red", "sured"}));
}

TEST(OpcodeTable, AResultFollowsFromTheOwnRegistersUnlessMemoryLanesOrBarriersAreInvolved) {
  const auto beyond = names_where([](Opcode o) { return reads_beyond_registers(o) && !writes_memory(o); });

  EXPECT_EQ(beyond, (Names{"activemask", "bar",   "barrier",  "call", "elect",     "ld",    "ldmatrix",
                           "ldu",        "match", "mbarrier", "mma",  "movmatrix", "redux", "shfl",
                           "suld",       "tex",   "tld4",     "vote", "wgmma",     "wmma",  "wmma.load"}));
  EXPECT_TRUE(reads_beyond_registers(Opcode::unknown));
  EXPECT_TRUE(reads_beyond_registers(Opcode::atom));
}

TEST(OpcodeTable, BarriersAreOfBlocksWarpsAndClusters) {
  EXPECT_EQ(names_where([](Opcode o) { return is_barrier(o); }), (Names{"bar", "barrier"}));
}

TEST(OpcodeTable, FloatingOperationsAreCountedByElement) {
  EXPECT_EQ(floating_operations(Opcode::fma, Type::f32), 2U);
  EXPECT_EQ(floating_operations(Opcode::fma, Type::f16x2), 4U);
  EXPECT_EQ(floating_operations(Opcode::add, Type::f32x2), 2U);
  EXPECT_EQ(floating_operations(Opcode::rsqrt, Type::f32), 1U);
  EXPECT_EQ(floating_operations(Opcode::mad, Type::s32), 0U);
  EXPECT_EQ(floating_operations(Opcode::neg, Type::f32), 0U);
}

}  // namespace
}  // namespace forewarp::ptx
