// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/disassembly_view.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/frontend/ptx/parser.hpp"
#include "unit/frontend/machine/samples.hpp"

namespace forewarp::report {
namespace {

using namespace machine::samples;

/// Two warps: 0: LDG of line 7, FFMA of line 8, @P0 EXIT | 3: an unknown opcode, EXIT
class DisassemblyView : public ::testing::Test {
 protected:
  DisassemblyView() {
    const auto add = [&](std::uint32_t line, machine::Effect effect, machine::Space space) {
      lines_.lines[line] = {.warps = 2, .threads = 64, .effect = effect, .space = space, .bytes_per_lane = 4};
    };
    add(7, machine::Effect::load, machine::Space::global);
    add(8, machine::Effect::none, machine::Space::none);
    code_.kernel = kernel({access(ldg, 7), plain(ffma, 8), leave(0, 9), plain(0x1ff, 0), leave()});
    code_.graph = machine::flow_graph(code_.kernel);
    code_.arch = {80, ""};
    executions_ = machine::executions_of(code_.kernel, code_.graph, lines_);
    mix_ = machine::mix_of(code_.kernel, code_.graph, executions_, lines_);
  }
  [[nodiscard]] Disassembly view() const { return {code_, executions_, mix_, module_}; }

  const ptx::Module module_ = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n.reg .f32 %f<3>;\n"
      "ld.global.f32 %f1, [0];\nadd.f32 %f2, %f1, %f1;\nret;\n}\n",
      "k.ptx");
  machine::PtxLines lines_{{}, 64, 2};
  machine::KernelCode code_;
  machine::Executions executions_;
  machine::Mix mix_;
};

TEST_F(DisassemblyView, InstructionsStandBesideTheirPtx) {
  const std::string text = disassembly_text(view());

  EXPECT_NE(text.find("machine code for sm_80: 5 instructions in 2 blocks"), std::string::npos);
  EXPECT_NE(text.find("0x0000  LDG                            2      4  -     -           7  ld.global.f32 %f1, [0];"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("0x0020  @P0 EXIT"), std::string::npos);
  EXPECT_NE(text.find("unknown opcode 0x1ff"), std::string::npos);
}

// How many threads leave at the guarded EXIT is unknown: at most two warps execute the unknown instruction.
TEST_F(DisassemblyView, WhatIsNotUniqueSaysSo) {
  EXPECT_NE(disassembly_text(view()).find("executions estimated: the counts of PTX leave a choice; 1 of 1 lines"),
            std::string::npos);
  EXPECT_NE(disassembly_text(view()).find(", estimated  -> exit"), std::string::npos);
}

TEST_F(DisassemblyView, JsonHasEveryField) {
  const nlohmann::json json = disassembly_json(view());

  EXPECT_FALSE(json["executions"]["exact"]);
  EXPECT_EQ(json["executions"]["compared"], 1);
  const nlohmann::json& load = json["blocks"][0]["instructions"][0];
  EXPECT_EQ(load["mnemonic"], "LDG");
  EXPECT_EQ(load["stall"], 4);
  EXPECT_EQ(load["ptx_line"], 7);
  EXPECT_EQ(json["blocks"][0]["warps"], 2.0);
  EXPECT_EQ(json["mix"]["global_loads"]["4"], 2.0);
}

TEST_F(DisassemblyView, CsvHasARowForEachInstruction) {
  const std::string csv = disassembly_csv(view());

  EXPECT_EQ(std::ranges::count(csv, '\n'), 6);
  EXPECT_NE(csv.find("\n0,0,2,64,1,LDG,897,4,0,7,7,0,0,0,4,,7\n"), std::string::npos) << csv;
}

}  // namespace
}  // namespace forewarp::report
