// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/instrument.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::ptx {
namespace {

Module module_with(const std::string& body, const char* head = ".version 6.0\n.target sm_50\n.address_size 64\n") {
  return parse(head + body);
}

/// As of the fuzzer: every function with a body, each block of each in text order.
TEST(Instrument, EveryBlockOfEveryFunctionHasACounter) {
  const Module module = module_with(
      ".func helper() { ret; }\n.func elsewhere();\n"
      ".visible .entry k(.param .u32 n) {\n.reg .pred %p;\n.reg .b32 %r;\nld.param.u32 %r, [n];\n"
      "setp.eq.u32 %p, %r, 0;\n@%p bra END;\ncall helper, ();\nEND: ret;\n}\n");

  const Instrumented out = instrument(module);

  ASSERT_EQ(out.blocks.size(), 4U);  // helper's one; k up to bra, the call, ret
  EXPECT_EQ(out.blocks[0].function, "helper");
  EXPECT_EQ(out.blocks[1].function, "k");
  EXPECT_EQ(out.blocks[2].first, 3U);
  EXPECT_EQ(out.blocks[3].first, 4U);
  EXPECT_EQ(out.bytes(), 64U * 4 * 8);
  const Module again = parse(out.ptx);
  EXPECT_EQ(again.find("k")->parameters.size(), 1U);
  ASSERT_EQ(again.variables.size(), 1U);
  EXPECT_EQ(again.variables[0].name, out.variable);
  EXPECT_EQ(again.variables[0].elements, 256U);
}

TEST(Instrument, SaysWhichBlockIsWhich) {
  const Instrumented out = instrument(module_with(".entry k() {\nret;\n}\n"), {.banks = 2});

  EXPECT_NE(out.ptx.find("// fw_block_counters[1 * bank + block], 2 banks"), std::string::npos);
  EXPECT_NE(out.ptx.find("// block 0: k, lines 5 to 5\n"), std::string::npos);
}

TEST(Instrument, RaisesTheVersionToOneThatHasActivemask) {
  EXPECT_EQ(parse(instrument(module_with(".entry k() { ret; }")).ptx).version_minor, 2U);
  EXPECT_EQ(parse(instrument(module_with(".entry k() { ret; }", ".version 8.7\n.target sm_90\n.address_size 64\n")).ptx)
                .version_major,
            8U);
}

TEST(Instrument, TakesNamesThatTheModuleDoesNotHave) {
  const Instrumented out =
      instrument(module_with(".global .u32 fw_mine;\n.entry k() {\n.reg .b32 %fw__a;\nmov.u32 %fw__a, 0;\nret;\n}\n"));

  EXPECT_EQ(out.variable, "fw___block_counters");
  EXPECT_NO_THROW((void)parse(out.ptx));
}

TEST(Instrument, AModuleWithoutCodeStaysWithoutCounters) {
  const Instrumented out = instrument(module_with(".global .u32 x;\n"));

  EXPECT_TRUE(out.blocks.empty());
  EXPECT_EQ(out.bytes(), 0U);
  EXPECT_TRUE(counts_of(out, {}).empty());
}

TEST(Instrument, AddsUpTheBanks) {
  const Instrumented two{.ptx = {}, .variable = {}, .banks = 2, .blocks = {{"k", 0, 1, 1, 1}, {"k", 1, 2, 2, 2}}};
  const std::uint64_t counters[] = {1, 20, 300, 4000};
  std::vector<std::byte> bytes(sizeof counters);
  std::memcpy(bytes.data(), counters, sizeof counters);

  EXPECT_EQ(counts_of(two, bytes), (std::vector<std::uint64_t>{301, 4020}));
  bytes.pop_back();
  EXPECT_THROW((void)counts_of(two, bytes), InputError);
}

TEST(Instrument, RefusesWhatItCannotCount) {
  const Module narrow = module_with(".entry k() { ret; }", ".version 6.0\n.target sm_50\n.address_size 32\n");

  EXPECT_THROW((void)instrument(narrow), InputError);
  EXPECT_THROW((void)instrument(module_with(".entry k() { ret; }"), {.banks = 3}), InputError);
  EXPECT_THROW((void)instrument(module_with(".entry k() { ret; }"), {.banks = 0}), InputError);
}

}  // namespace
}  // namespace forewarp::ptx
