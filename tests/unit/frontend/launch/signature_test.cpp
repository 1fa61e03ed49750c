// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/signature.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

// y[i] = x[i] * a and z[i] = index, written as current compilers do: untyped loads, pointers through cvta and add, and
// the block that stores before (in the text) the one that makes its address.
constexpr const char* text = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u64 k_param_2, .param .f32 k_param_3,
                  .param .u32 k_param_4, .param .u64 k_param_5, .param .align 4 .b8 k_param_6[12])
{
  .reg .b64 %rd<12>;
  .reg .b32 %r<8>;
  .reg .f32 %f<4>;
  bra L2;
L1:
  st.global.b32 [%rd9], %r4;
  st.global.u32 [%rd8+4], %r1;
  ret;
L2:
  ld.param.u64 %rd1, [k_param_0];
  ld.param.u64 %rd2, [k_param_1];
  ld.param.u64 %rd3, [k_param_2];
  ld.param.f32 %f1, [k_param_3];
  cvta.to.global.u64 %rd4, %rd1;
  cvta.to.global.u64 %rd5, %rd2;
  cvta.to.global.u64 %rd6, %rd3;
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd7, %r1, 4;
  add.s64 %rd8, %rd6, %rd7;
  add.s64 %rd9, %rd7, %rd5;
  add.s64 %rd10, %rd4, %rd7;
  ld.global.nc.b32 %r3, [%rd10];
  mul.f32 %r4, %r3, %f1;
  bra L1;
}
)";

std::string error_of(const std::vector<std::string>& arguments, const ptx::Function& entry) {
  Description open;
  open.open_parameters = true;
  Overrides overrides{.set = {{"n", 512}}};
  for (const std::string& argument : arguments) overrides.arguments.push_back(parse_argument(argument));
  try {
    (void)launch_from(open, overrides, &entry);
    return "no error";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Signature, ArgumentsThatFitPass) {
  const ptx::Module module = ptx::parse(text);

  EXPECT_EQ(
      error_of({"x=buffer:f32:n", "y=buffer:f32:n", "z=buffer:s32:2*n", "a=1.5", "n=n", "m=n", "s=buffer:f32:1"},
               *module.find("k")),
      "k: argument 7 's' is a buffer, but the parameter is not a pointer; parameter k_param_6 is a struct of 12 bytes");
}

TEST(Signature, ANumberTakesTheTypeOfItsParameter) {
  const ptx::Module module = ptx::parse(
      ".version 7.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry k(.param .u32 n, .param .b32 x, .param .f32 y, .param .u8 flag) "
      "{ ret; }\n");
  const auto bits = [&](const std::string& argument) {
    Description open;
    open.open_parameters = true;
    Overrides overrides;
    overrides.grid = overrides.block = parse_shape("1");
    for (const std::string name : {"n", "x", "y", "flag"})
      overrides.arguments.push_back(parse_argument(argument.starts_with(name) ? argument : name + "=1"));
    const Launch launch = launch_from(open, overrides, module.find("k"));
    for (const Argument& made : launch.arguments)
      if (argument.starts_with(made.name)) return std::get<Scalar>(made.value).bits;
    return std::uint64_t{0};
  };

  EXPECT_EQ(bits("n=1e3"), 1000u);  // not the bits of 1000.0f, 1148846080
  EXPECT_EQ(bits("n=-1"), 0xffffffffu);
  EXPECT_EQ(bits("x=1.0"), 0x3f800000u);
  EXPECT_EQ(bits("y=1"), 0x3f800000u);
  EXPECT_EQ(bits("flag=1"), 1u);
  EXPECT_THROW((void)bits("n=1.5"), InputError);
  EXPECT_THROW((void)bits("flag=300"), InputError);
}

TEST(Signature, WhatDoesNotFitIsNamed) {
  const ptx::Module module = ptx::parse(text);
  const ptx::Function& k = *module.find("k");

  EXPECT_EQ(error_of({"x=buffer:f32:n"}, k),
            "k: 1 arguments are described, but the kernel takes 7: parameter k_param_1 (.u64) has none");
  EXPECT_EQ(error_of({"x=f32:1"}, k), "k: argument 1 'x' is a f32; parameter k_param_0 is .u64");
  EXPECT_EQ(error_of({"x=n", "y=n", "z=n", "a=s32:n"}, k), "k: argument 4 'a' is a s32; parameter k_param_3 is .f32");
  EXPECT_EQ(error_of({"x=n", "y=n", "z=n", "a=2", "n=s64:n"}, k),
            "k: argument 5 'n' is a s64; parameter k_param_4 is .u32");
}

TEST(Signature, ScalarsWithoutATypeTakeTheirParameters) {
  const ptx::Module module = ptx::parse(text);
  Description open;
  open.open_parameters = true;
  Overrides overrides{.set = {{"n", 512}}};
  for (const char* argument : {"x=n", "y=n", "z=n", "a=2", "n=n-1"})
    overrides.arguments.push_back(parse_argument(argument));
  Launch launch;
  try {
    launch = launch_from(open, overrides);
  } catch (const InputError& error) {
    FAIL() << error.what();
  }
  EXPECT_EQ(std::get<Scalar>(launch.arguments[3].value).type, ptx::Type::s32);  // nothing else is known without the PTX

  EXPECT_NE(error_of({"x=n", "y=n", "z=n", "a=2", "n=n-1", "m=1"}, *module.find("k")).find("k_param_6"),
            std::string::npos);  // all six before it fit
}

TEST(Guess, PointeesAreWhatIsLoadedAndStoredThroughThem) {
  const ptx::Module module = ptx::parse(text);

  using T = ptx::Type;
  std::vector<T> types;
  for (const Pointee& p : pointees_of(*module.find("k"), analysis::dependence_of(module, *module.find("k"))))
    types.push_back(p.type);
  EXPECT_EQ(types, (std::vector<T>{T::f32, T::f32, T::u32, T::none, T::none, T::none, T::none}));
}

TEST(Guess, EveryGuessIsSaid) {
  const ptx::Module module = ptx::parse(text);
  Description open;
  open.open_parameters = true;

  const Launch launch = launch_from(open, {.set = {{"n", 512}}}, module.find("k"));

  ASSERT_EQ(launch.arguments.size(), 7u);
  EXPECT_TRUE(launch.guessed_arguments);
  EXPECT_EQ(launch.notes[2],
            "guessed: argument 1 of 7 is a buffer of 16777216 x f32, uniform in [0, 1) (--arg sets it)");
  EXPECT_EQ(launch.notes[4],
            "guessed: argument 3 of 7 is a buffer of 16777216 x u32, uniform in [0, 512) (--arg sets it)");
  EXPECT_EQ(launch.notes[5], "guessed: argument 4 of 7 is 1.0 (--arg sets it)");
  EXPECT_EQ(launch.notes[6], "guessed: argument 5 of 7 is 512 (--arg sets it)");
  EXPECT_EQ(launch.notes[7], "guessed: argument 6 of 7 is 512 (--arg sets it)");
  EXPECT_EQ(launch.notes[8], "guessed: argument 7 of 7 is 12 zero bytes (--arg sets it)");
}

TEST(Guess, ABufferHasRoomForAsManyElementsAsTheGivenIntegersMultiplyTo) {
  const ptx::Module module = ptx::parse(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 data, .param .u32 rows, .param .u32 columns, .param .u32 shift, .param .f32 scale) {
  .reg .b64 %rd<2>;
  .reg .f32 %f<2>;
  ld.param.u64 %rd1, [data];
  ld.global.f32 %f1, [%rd1];
  ret;
})");
  const auto guessed = [&](const std::string& rows, const std::string& columns) {
    Launch launch;
    launch.grid = {4, 1, 1};
    launch.block = {256, 1, 1};
    const std::vector<std::string> names = {"data", "rows", "columns", "shift", "scale"};
    const std::vector<ArgumentSpec> given = {parse_argument("rows=" + rows), parse_argument("columns=" + columns),
                                             parse_argument("shift=-7"), parse_argument("scale=1000")};
    place_arguments(launch, *module.find("k"), names, given);
    return std::get<Buffer>(launch.arguments.at(0).value).count;
  };

  EXPECT_EQ(guessed("65536", "1024"), 65536U * 1024);                      // neither -7 nor 1000.0 counts
  EXPECT_EQ(guessed("16", "16"), std::uint64_t{1} << 24);                  // the least there is
  EXPECT_EQ(guessed("2000000000", "2000000000"), std::uint64_t{1} << 34);  // and the most
}

}  // namespace
}  // namespace forewarp::launch
