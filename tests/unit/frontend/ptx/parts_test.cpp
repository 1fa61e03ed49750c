// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What the parser and the printer are made of, and what is derived from a body: each part by itself.
#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/detail/body_parser.hpp"
#include "forewarp/frontend/ptx/detail/context.hpp"
#include "forewarp/frontend/ptx/detail/insertion.hpp"
#include "forewarp/frontend/ptx/detail/label_references.hpp"
#include "forewarp/frontend/ptx/detail/mnemonic.hpp"
#include "forewarp/frontend/ptx/detail/module_parser.hpp"
#include "forewarp/frontend/ptx/detail/operand_parser.hpp"
#include "forewarp/frontend/ptx/detail/print_parts.hpp"
#include "forewarp/frontend/ptx/detail/variable_parser.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "unit/message_of.hpp"

namespace forewarp::ptx {
namespace {

using namespace detail;
using testing::message_of;

/// A module that is read from this text part by part.
struct Reading {
  explicit Reading(const std::string& text) {
    module.file = "k.ptx";
    module.text = std::make_shared<const std::string>(text);
    module.names = std::make_shared<NameArena::Chunks>();
    context.emplace(module);
  }
  Module module;
  std::optional<Context> context;
};

TEST(VariableParser, ReadsAHeadItsExtentsAndItsValues) {
  Reading r(".global .align 16 .v2 .f32 table[3] = {1, 2};");

  DeclarationHead head = parse_declaration_head(*r.context);
  EXPECT_EQ(head.variable.space, StateSpace::global);
  EXPECT_EQ(head.variable.type, Type::f32);
  EXPECT_EQ(head.variable.alignment, 16);
  EXPECT_EQ(head.vector, 2);
  EXPECT_EQ(take_name(r.context->lexer, "of a variable"), "table");
  EXPECT_EQ(parse_extents(*r.context, head, head.variable),
            (std::vector<std::uint64_t>{3, 2}));  // the vector's width is the last
  EXPECT_EQ(head.variable.bytes(), 24);
}

TEST(VariableParser, RefusesArraysBeyondATerabyte) {
  Reading r(".global .b8 table[1048576][1048577];");
  DeclarationHead head = parse_declaration_head(*r.context);
  (void)take_name(r.context->lexer, "of a variable");

  EXPECT_THROW((void)parse_extents(*r.context, head, head.variable), ParseError);
}

TEST(VariableParser, ParametersAreInTheirOrder) {
  Reading r("(.param .b32 a, .param .align 8 .b8 b[16])");

  const std::vector<Variable> parameters = parse_parameters(*r.context);

  ASSERT_EQ(parameters.size(), 2);
  EXPECT_EQ(parameters[0].name, "a");
  EXPECT_EQ(parameters[1].bytes(), 16);
  EXPECT_TRUE(parameters[1].is_array);
  Reading none(";");
  EXPECT_TRUE(parse_parameters(*none.context).empty());
}

TEST(Context, ANameIsAWordWithoutDots) {
  EXPECT_EQ(take_name(Reading("abc").context->lexer, "of a kernel"), "abc");
  EXPECT_NE(
      message_of<ParseError>([] { (void)take_name(Reading("a.b").context->lexer, "of a kernel"); }).find("of a kernel"),
      std::string::npos);
}

TEST(ModuleParser, FillsTheModuleOfItsContext) {
  Reading r(".version 8.5\n.target sm_80\n.address_size 64\n.entry k() { ret; }\n");

  ModuleParser(*r.context).parse();

  ASSERT_EQ(r.module.functions.size(), 1);
  EXPECT_EQ(r.module.functions[0].name, "k");
  EXPECT_EQ(r.module.functions[0].body.size(), 1);
}

TEST(ModuleParser, DirectivesKeepTheirNumbers) {
  Reading r(".maxntid 256, 1, 1\n{");
  std::vector<Directive> directives;

  parse_directive(r.context->lexer, directives);

  ASSERT_EQ(directives.size(), 1);
  std::string text;
  print_directive(text, directives[0]);
  EXPECT_EQ(text, ".maxntid 256, 1, 1");
}

TEST(BodyParser, ReadsUpToTheClosingBrace) {
  Reading r(".reg .b32 %r<3>; mov.u32 %r1, 7; L: add.u32 %r2, %r1, 1; bra L; } rest");
  Function function;

  BodyParser(*r.context).parse(function);

  EXPECT_EQ(function.body.size(), 3);
  EXPECT_EQ(function.body[0].mnemonic, "mov.u32");
  EXPECT_TRUE(r.context->lexer.at('}'));
}

TEST(BodyParser, ALabelThatIsNowhereIsRefusedByName) {
  Reading r("bra NOWHERE; }");
  Function function;

  EXPECT_NE(message_of<ParseError>([&] { BodyParser(*r.context).parse(function); }).find("NOWHERE"), std::string::npos);
}

/// The operands of one instruction, with registers %r0 to %r9 and %rd0 to %rd9.
struct Operands {
  explicit Operands(const std::string& text, Opcode opcode) : reading(text), parser(*reading.context, labels) {
    reading.context->scopes.reset(function);
    labels.reset(function);
    parser.reset(function);
    EXPECT_TRUE(reading.context->scopes.declare_range("%r", 10, Type::b32, 1));
    EXPECT_TRUE(reading.context->scopes.declare_range("%rd", 10, Type::b64, 1));
    instruction.opcode = opcode;
    parser.parse_all(instruction);
  }
  [[nodiscard]] const Operand& operator[](std::size_t i) const { return function.operands_of(instruction)[i]; }
  Reading reading;
  Function function;
  Instruction instruction;
  LabelReferences labels;
  OperandParser parser;
};

TEST(OperandParser, ReadsRegistersImmediatesAndAddresses) {
  const Operands load("%r1, [%rd2+16];", Opcode::ld), add("%r1, %r2, -7;", Opcode::add);

  ASSERT_EQ(load.instruction.operand_count, 2);
  EXPECT_EQ(load[0].kind, OperandKind::reg);
  EXPECT_EQ(load[1].kind, OperandKind::address);
  EXPECT_EQ(load[1].offset, 16);
  ASSERT_EQ(add.instruction.operand_count, 3);
  EXPECT_EQ(add[2].kind, OperandKind::immediate);
  EXPECT_EQ(static_cast<std::int64_t>(add[2].bits), -7);
  EXPECT_TRUE(add.reading.context->lexer.at(';'));
}

TEST(OperandParser, AListIsOneOperand) {
  const Operands vector("{%r1, %r2}, [%rd1];", Opcode::ld);

  ASSERT_EQ(vector.instruction.operand_count, 2);
  EXPECT_EQ(vector[0].kind, OperandKind::vector);
  EXPECT_EQ(vector[0].count, 2);
}

TEST(OperandParser, AnUnknownRegisterIsRefusedByName) {
  EXPECT_NE(message_of<ParseError>([] { Operands("%r1, %q7, 3;", Opcode::add); }).find("%q7"), std::string::npos);
}

TEST(LabelReferences, WaitUntilTheLabelIsKnown) {
  Operands branch("AHEAD;", Opcode::bra);
  ASSERT_EQ(branch[0].kind, OperandKind::label);
  EXPECT_TRUE(LabelReferences::waits(branch[0]));

  (void)branch.reading.context->scopes.declare(SymbolKind::label, 0, "AHEAD");
  branch.labels.finish(branch.reading.context->lexer, branch.reading.context->scopes);

  EXPECT_FALSE(LabelReferences::waits(branch[0]));
  EXPECT_EQ(branch[0].index, 0);
}

TEST(LabelReferences, ANameThatIsNowhereIsRefusedAtTheEnd) {
  Operands branch("NOWHERE;", Opcode::bra);

  EXPECT_NE(message_of<ParseError>([&] {
              branch.labels.finish(branch.reading.context->lexer, branch.reading.context->scopes);
            }).find("NOWHERE"),
            std::string::npos);
}

TEST(Mnemonics, AreDecodedOnceAndAlike) {
  Mnemonics mnemonics;
  Instruction first, second;

  mnemonics.apply("ld.global.v4.f32", first);
  mnemonics.apply("ld.global.v4.f32", second);

  EXPECT_EQ(first.opcode, Opcode::ld);
  EXPECT_EQ(first.space, StateSpace::global);
  EXPECT_EQ(first.vector, 4);
  EXPECT_EQ(first.type(), Type::f32);
  EXPECT_EQ(second.opcode, first.opcode);
  EXPECT_EQ(second.type(), first.type());
}

Module kernel(const std::string& body, const std::string& parameters = "") {
  return parse(".version 8.5\n.target sm_80\n.address_size 64\n.entry k(" + parameters +
               ")\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<9>; .reg .f32 %f<9>;\n" + body + "}\n");
}

TEST(PrintParts, InstructionsComeBackAsTheyWereWritten) {
  for (const std::string text : {"mov.u32 \t%r1, %tid.x;", "@!%p1 bra \tL;", "ld.global.v2.f32 \t{%f1, %f2}, [%rd1+8];",
                                 "st.global.u32 \t[%rd1], -5;"}) {
    const Module module = kernel(text + "\nL: ret;\n");
    std::string printed;
    print_instruction(printed, module.functions[0], module.functions[0].body[0]);
    std::erase_if(printed, [](char c) { return c == '\t' || c == '\n' || c == ' '; });
    std::string expected = text;
    std::erase_if(expected, [](char c) { return c == '\t' || c == '\n' || c == ' '; });
    EXPECT_EQ(printed, expected);
  }
}

TEST(PrintParts, VariablesAndParametersHaveTheirAttributes) {
  const Module module = parse(
      ".version 8.5\n.target sm_80\n.address_size 64\n.global .align 8 .b8 name[2] = {1, 2};\n"
      ".entry k(.param .b32 a, .param .b64 b) { ret; }\n");
  std::string variable, parameters;

  print_variable(variable, module.variables.at(0));
  print_parameters(parameters, module.functions[0].parameters);

  EXPECT_EQ(variable, ".global .align 8 .b8 name[2] = {1, 2}");
  EXPECT_NE(parameters.find(".param .b32 a,"), std::string::npos);
  EXPECT_EQ(parse(".version 8.5\n.target sm_80\n.entry k" + parameters + " { ret; }").functions[0].parameters.size(),
            2);
}

/// Counts, and puts a comment before each instruction.
struct Numbered final : Insertion {
  void module_head(std::string& out) override { out += "// head\n"; }
  void body_head(std::string& out, const Function& function) override {
    out += "// body of " + std::string(function.name) + "\n";
  }
  void before(std::string& out, const Function&, std::size_t instruction) override {
    out += "// " + std::to_string(instruction) + "\n";
  }
};

TEST(Insertion, IsCalledAtEveryPlaceAndTheTextIsStillAModule) {
  const Module module = kernel("mov.u32 %r1, 1;\nL: add.u32 %r1, %r1, 1;\nret;\n");
  Numbered numbered;

  const std::string text = print_module(module, &numbered);

  EXPECT_LT(text.find("// head\n"), text.find(".entry"));
  EXPECT_NE(text.find("// body of k\n"), std::string::npos);
  EXPECT_LT(text.find("// 0\n"), text.find("// 1\n"));
  EXPECT_LT(text.find("L:"), text.find("// 1\n"));  // between the label and its instruction
  EXPECT_EQ(print_module(parse(text), nullptr), print_module(module, nullptr));
}

}  // namespace
}  // namespace forewarp::ptx
