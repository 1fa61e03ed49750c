// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// From texts to values: shapes, pointers, parameters that arguments define, arguments as the kernel takes them.
#include <gtest/gtest.h>

#include <fstream>

#include "forewarp/frontend/launch/argument_parameters.hpp"
#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/argument_value.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/file_fill.hpp"
#include "forewarp/frontend/launch/host_memory.hpp"
#include "forewarp/frontend/launch/pointer_text.hpp"
#include "forewarp/frontend/launch/shape_text.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/message_of.hpp"

namespace forewarp::launch {
namespace {

using testing::message_of;

std::string shape(const std::string& text, const Parameters& names = {}) {
  std::string values;
  for (const Expression& e : parse_shape(text))
    values += (values.empty() ? "" : " ") + std::to_string(e.integer(names));
  return values;
}

TEST(ShapeText, CommasOrAnXSeparateTheDimensions) {
  EXPECT_EQ(shape("256"), "256 1 1");
  EXPECT_EQ(shape("16, 8, 2"), "16 8 2");
  EXPECT_EQ(shape("16x8"), "16 8 1");
  EXPECT_EQ(shape("(n/16) x (n/16)", {{"n", 64}}), "4 4 1");
  EXPECT_EQ(shape("max(n, 2), 3", {{"n", 1}}), "2 3 1");  // a comma in brackets separates nothing
}

TEST(ShapeText, AnXThatBeginsANameSeparatesNothing) {
  EXPECT_EQ(shape("x", {{"x", 5}}), "5 1 1");
  EXPECT_EQ(shape("2*xs", {{"xs", 5}}), "10 1 1");
  EXPECT_EQ(shape("nx", {{"nx", 7}}), "7 1 1");
}

TEST(ShapeText, AFourthDimensionIsRefused) {
  EXPECT_NE(message_of<ParseError>([] {
              (void)parse_shape("1x2x3x4", {"a.toml", 3, 1});
            }).find("'1x2x3x4': at most three dimensions were expected"),
            std::string::npos);
  EXPECT_THROW((void)parse_shape("16x"), ParseError);
}

TEST(PointerText, IsANameThatIsNoParameterAndAnOffset) {
  const Parameters names = {{"n", 10}};
  const auto read = [&](const char* text) { return pointer_text(Expression::parse(text), names); };

  ASSERT_TRUE(read("p + 4*n"));
  EXPECT_EQ(read("p + 4*n")->buffer, "p");
  EXPECT_EQ(read("p + 4*n")->elements.integer(names), 40);
  EXPECT_EQ(read("p - 1")->elements.integer(names), -1);
  EXPECT_EQ(read(" p ")->elements.integer(names), 0);
  EXPECT_FALSE(read("n + 1"));
  EXPECT_FALSE(read("4 + p"));
  EXPECT_FALSE(read("p * 2"));
}

/// The parameters that these arguments of a command line define.
Parameters defined(const std::vector<std::string>& arguments, Parameters set = {}, const Parameters& more = {}) {
  Overrides overrides;
  overrides.set = set;
  for (const std::string& text : arguments) overrides.arguments.push_back(parse_argument(text));
  Parameters parameters = std::move(set);
  set_from_arguments({}, overrides, more, parameters);
  return parameters;
}

TEST(ArgumentParameters, DefineEachOtherInAnyOrder) {
  EXPECT_EQ(defined({"m=2*n", "n=4"}), (Parameters{{"m", 8}, {"n", 4}}));
  EXPECT_EQ(defined({"k=m+1", "m=2*n", "n=4"}), (Parameters{{"k", 9}, {"m", 8}, {"n", 4}}));
  EXPECT_EQ(defined({"k=grid_x"}), Parameters{});  // waits for the grid
  EXPECT_EQ(defined({"k=grid_x"}, {}, {{"grid_x", 3}}), (Parameters{{"k", 3}}));
}

TEST(ArgumentParameters, WhatWasSetStaysAndContradictionsAreRefused) {
  EXPECT_EQ(defined({"n=4"}, {{"n", 4}}), (Parameters{{"n", 4}}));
  EXPECT_EQ(message_of([] {
              (void)defined({"n=2*2"}, {{"n", 1}});
            }),
            "--set n=1 and --arg n=2*2 = 4 give n two values: give one of them (-D, --at and --vary set a parameter, "
            "too)");
  EXPECT_NE(message_of([] { (void)defined({"n=m", "m=n"}); }).find("is defined by itself"), std::string::npos);
}

Argument value(const std::string& text, const Parameters& names = {}) {
  return argument_value(parse_argument(text), names);
}

TEST(ArgumentValue, ScalarsHaveTheirTypeOrThatOfTheirValue) {
  const auto scalar = [](const Argument& argument) { return std::get<Scalar>(argument.value); };

  EXPECT_EQ(scalar(value("n=2*m", {{"m", 21}})).type, ptx::Type::s32);
  EXPECT_EQ(scalar(value("n=2*m", {{"m", 21}})).bits, 42);
  EXPECT_EQ(scalar(value("a=0.5")).type, ptx::Type::f32);
  EXPECT_EQ(scalar(value("a=0.5")).bits, 0x3f000000);
  EXPECT_EQ(scalar(value("a=f64:1")).bits, 0x3ff0000000000000);
  EXPECT_NE(message_of([] { (void)value("a=u8:256"); }).find("argument 'a'"), std::string::npos);
}

TEST(ArgumentValue, AParameterDecidesTheTypeOfAScalarWithoutOne) {
  ptx::Variable parameter;
  parameter.name = "k_param_0";
  parameter.type = ptx::Type::f64;

  EXPECT_EQ(std::get<Scalar>(argument_value(parse_argument("a=1"), {}, &parameter).value).type, ptx::Type::f64);
  parameter.type = ptx::Type::b32;
  EXPECT_EQ(std::get<Scalar>(argument_value(parse_argument("a=1"), {}, &parameter).value).type, ptx::Type::b32);
  EXPECT_EQ(std::get<Scalar>(argument_value(parse_argument("a=1.5"), {}, &parameter).value).type, ptx::Type::f32);
}

TEST(ArgumentValue, BuffersHaveAsManyElementsAsTheirExpressionSays) {
  const auto buffer = std::get<Buffer>(value("x=buffer:f32:n*n:iota", {{"n", 5}}).value);

  EXPECT_EQ(buffer.count, 25);
  EXPECT_EQ(buffer.bytes(), 100);
  EXPECT_EQ(buffer.fill.kind, FillKind::iota);
  EXPECT_NE(message_of<Error>([] { (void)value("x=buffer:f32:n", {{"n", -1}}); }).find("is -1"), std::string::npos);
  EXPECT_NE(message_of<Error>([] {
              (void)value("x=buffer:f64:n", {{"n", std::int64_t{1} << 38}});
            }).find("would be larger than"),
            std::string::npos);
}

TEST(ArgumentValue, ExpressionsMaySpeakOfTheShapeOfTheLaunch) {
  Launch launch;
  launch.parameters = {{"n", 7}, {"grid_x", 99}};
  launch.grid = {4, 5, 6};
  launch.block = {32, 1, 1};

  const Parameters names = expression_names(launch);

  EXPECT_EQ(names.at("n"), 7);
  EXPECT_EQ(names.at("block_x"), 32);
  EXPECT_EQ(names.at("grid_z"), 6);
  EXPECT_EQ(names.at("grid_x"), 99);  // a parameter of that name comes first
}

TEST(FileFill, PagesAreThatPartOfTheFileAndZerosBeyondTheBuffer) {
  const TemporaryFolder folder;
  const auto path = (folder.path() / "raw").string();
  std::ofstream(path) << "abcdefgh";
  Buffer buffer{.element = ptx::Type::u8, .count = 6, .fill = {}};
  buffer.fill.path = path;
  std::vector<std::byte> page(4, std::byte{'x'});

  const PageSource source = file_source(buffer);

  source(0, page);
  EXPECT_EQ(page[3], std::byte{'d'});
  source(4, page);
  EXPECT_EQ(page[1], std::byte{'f'});
  EXPECT_EQ(page[2], std::byte{0});  // the file goes on, the buffer does not
}

TEST(FileFill, FilesThatCannotFillTheBufferAreNamed) {
  const TemporaryFolder folder;
  const auto path = (folder.path() / "raw").string();
  std::ofstream(path) << "abc";
  Buffer buffer{.element = ptx::Type::u16, .count = 2, .fill = {}};
  buffer.fill.path = path;

  EXPECT_EQ(message_of([&] { (void)file_source(buffer); }), path + ": has 3 bytes, 2 elements of u16 need 4");
  buffer.fill.path = folder.path().string();
  EXPECT_EQ(message_of([&] { (void)file_source(buffer); }), folder.path().string() + ": is not a regular file");
  buffer.fill.path = path + "x";
  EXPECT_EQ(message_of([&] { (void)file_source(buffer); }),
            path + "x: cannot read: No such file or directory (did you mean '" + path + "'?)");
}

TEST(HostMemory, ItsBuffersAreNamedOnce) {
  Launch launch;
  launch.arguments = {{"a", Buffer{.fill = {}, .host = true}},
                      {"b", Buffer{}},
                      {"n", Scalar{}},
                      {"c", Buffer{.fill = {}, .host = true}}};
  Launch without;
  without.arguments = {{"b", Buffer{}}};

  note_host_memory(launch);
  note_host_memory(without);

  ASSERT_EQ(launch.notes.size(), 1);
  EXPECT_EQ(launch.notes[0].rfind("in host memory: a, c. ", 0), 0);
  EXPECT_TRUE(without.notes.empty());
}

}  // namespace
}  // namespace forewarp::launch
