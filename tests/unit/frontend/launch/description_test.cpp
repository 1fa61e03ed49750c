// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/description.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

constexpr std::string_view matmul = R"(
description = "a product"
entry = "matmul"
grid = ["n / BLOCK", "n / BLOCK"]
block = "BLOCK, BLOCK"
dynamic_shared_bytes = "8 * BLOCK * BLOCK"
constraints = ["n % BLOCK == 0"]
[parameters]
n = { default = 64, sizes = [32, 64] }
[defines]
BLOCK = { default = 16, sizes = [8, 16] }
[[argument]]
name = "a"
buffer = "f32"
count = "n * n"
fill = { kind = "uniform", low = -1, high = "n / 64.0", seed = 7 }
[[argument]]
name = "c"
buffer = "f32"
count = "n * n"
output = true
[[argument]]
name = "alpha"
scalar = "f32"
value = 1.5
)";

Overrides with(const std::vector<std::string>& settings) {
  Overrides overrides;
  for (const std::string& setting : settings) parse_setting(setting, overrides.set);
  return overrides;
}

std::string error_of(std::string_view text) {
  try {
    (void)launch_from(parse_description(text, "launch.toml"));
    return "no error";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string error_with(const Overrides& overrides) {
  try {
    (void)launch_from(parse_description(matmul, "launch.toml"), overrides);
    return "no error";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Description, AnExampleBecomesALaunch) {
  const Launch launch = launch_from(parse_description(matmul, "launch.toml"));

  EXPECT_EQ(launch.entry, "matmul");
  EXPECT_EQ(launch.grid, (Dim3{4, 4, 1}));
  EXPECT_EQ(launch.block, (Dim3{16, 16, 1}));
  EXPECT_EQ(launch.dynamic_shared_bytes, 2048u);
  ASSERT_EQ(launch.arguments.size(), 3u);
  const auto& a = std::get<Buffer>(launch.arguments[0].value);
  EXPECT_EQ(a.count, 4096u);
  EXPECT_EQ(a.fill.kind, FillKind::uniform);
  EXPECT_EQ(a.fill.low, -1);
  EXPECT_EQ(a.fill.high, 1);
  EXPECT_EQ(a.fill.seed, 7u);
  EXPECT_FALSE(a.output);
  EXPECT_TRUE(std::get<Buffer>(launch.arguments[1].value).output);
  EXPECT_EQ(std::get<Scalar>(launch.arguments[2].value).bits, 0x3fc00000u);
}

TEST(Description, ParametersAndDefinesCanBeSet) {
  const Description description = parse_description(matmul, "launch.toml");
  const Overrides overrides = with({"n=2**7", "BLOCK=n/16"});

  const Launch launch = launch_from(description, overrides);

  EXPECT_EQ(launch.grid, (Dim3{16, 16, 1}));
  EXPECT_EQ(launch.block, (Dim3{8, 8, 1}));
  EXPECT_EQ(defines_of(description, overrides), std::vector<std::string>{"BLOCK=8"});
}

TEST(Description, ABlockOnTheCommandLineSetsTheDefineItStandsFor) {
  const Description description = parse_description(matmul, "launch.toml");
  Overrides overrides;
  overrides.block = parse_shape("8,8");

  EXPECT_EQ(launch_from(description, overrides).grid, (Dim3{8, 8, 1}));
  EXPECT_EQ(defines_of(description, overrides), std::vector<std::string>{"BLOCK=8"});
}

TEST(Description, ABlockThatContradictsTheCompiledKernelIsRefused) {
  Overrides overrides;
  overrides.block = parse_shape("8,4");

  // The last of the two sets BLOCK = 4, and the first then disagrees.
  EXPECT_EQ(error_with(overrides), "block dimension x is 8, but the kernel is compiled for BLOCK = 4");
}

TEST(Description, WrongSettingsAreNamed) {
  EXPECT_EQ(error_with(with({"m=3"})), "there is no parameter 'm' to set (there are: BLOCK, n)");
  EXPECT_EQ(
      error_with(with({"n=65"})),
      "launch.toml:7:16: 'n % BLOCK == 0' at position 1: this constraint of the kernel does not hold for BLOCK = 16, n "
      "= 65");
  EXPECT_EQ(error_with(with({"n=0"})), "launch.toml:4:9: 'n / BLOCK' at position 1: is 0, it must be 1 to 2147483647");
  EXPECT_EQ(
      error_with(with({"n=8*2**22", "BLOCK=1"})),
      "launch.toml:15:9: 'n * n' at position 1: is 1125899906842624: buffer 'a' would be larger than 1099511627776 "
      "bytes");
}

TEST(Description, ArgumentsOnTheCommandLineReplaceOrFollow) {
  Overrides overrides;
  overrides.arguments.push_back(parse_argument("alpha=f64:n/128.0"));
  overrides.arguments.push_back(parse_argument("extra=buffer:s32:(n>3?n:3)*2:iota(5,2):output"));

  const Launch launch = launch_from(parse_description(matmul, "launch.toml"), overrides);

  ASSERT_EQ(launch.arguments.size(), 4u);
  EXPECT_EQ(std::get<Scalar>(launch.arguments[2].value).type, ptx::Type::f64);
  EXPECT_EQ(std::get<Scalar>(launch.arguments[2].value).bits, 0x3fe0000000000000u);  // 0.5
  const auto& extra = std::get<Buffer>(launch.arguments[3].value);
  EXPECT_EQ(extra.count, 128u);
  EXPECT_EQ(extra.fill.low, 5);
  EXPECT_EQ(extra.fill.high, 2);
  EXPECT_TRUE(extra.output);
}

TEST(Description, TheShortFormOfEveryFillIsUnderstood) {
  const Parameters n{{"n", 8}};
  const auto argument = parse_argument("c=buffer:s32:8*n:csr_columns(n,2*n,4,varied,9)");
  const auto& fill = std::get<BufferSpec>(argument.value).fill;

  EXPECT_EQ(fill.kind, FillKind::csr_columns);
  EXPECT_EQ(fill.columns.integer(n), 16);
  EXPECT_EQ(fill.nonzeros.integer(n), 4);
  EXPECT_EQ(fill.seed.integer(n), 9);
  EXPECT_EQ(fill.row_lengths, RowLengths::varied);
  EXPECT_EQ(parse_fill("file(a,b.bin)", "dir").path, "dir/a,b.bin");
  for (const char* wrong : {"x", "=3", "x=buffer", "x=buffer:f31:n", "x=buffer:f32:n:sawtooth", "x=buffer:f32:n:iota(1",
                            "x=buffer:f32:n:iota(1,2,3)", "x="})
    EXPECT_THROW((void)parse_argument(wrong), InputError) << wrong;
  EXPECT_THROW((void)parse_shape("1,2,3,4"), InputError);
}

TEST(Description, WithoutAGridThereIsOneThreadAnElementAndANote) {
  Description open;
  open.open_parameters = true;
  const Launch launch = launch_from(open, with({"n=1000"}));

  EXPECT_EQ(launch.grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(launch.block, (Dim3{256, 1, 1}));
  EXPECT_EQ(launch.notes, (std::vector<std::string>{"no block was given: 256 threads (--block sets it)",
                                                    "no grid was given: one thread for each of n = 1000 elements"}));
  EXPECT_THROW((void)launch_from(open), InputError);
}

TEST(Description, AnIntegerArgumentDefinesTheParameterOfItsNameInAnyOrder) {
  Description open;
  open.open_parameters = true;
  Overrides overrides;
  overrides.arguments.push_back(parse_argument("total=2*n"));
  overrides.arguments.push_back(parse_argument("x=buffer:f32:total"));
  overrides.arguments.push_back(parse_argument("threads=grid_x*block_x"));
  overrides.arguments.push_back(parse_argument("y=buffer:f32:threads"));
  overrides.arguments.push_back(parse_argument("alpha=1.5"));
  overrides.arguments.push_back(parse_argument("n=u32:1000"));
  overrides.grid = parse_shape("ceil(total/128)");
  overrides.block = parse_shape("128");

  const Launch launch = launch_from(open, overrides);

  EXPECT_EQ(launch.grid, (Dim3{16, 1, 1}));  // 2000 / 128 = 15.6
  EXPECT_EQ(std::get<Buffer>(launch.arguments[1].value).count, 2000u);
  EXPECT_EQ(std::get<Buffer>(launch.arguments[3].value).count, 2048u);  // 16 * 128
}

TEST(Description, AnArgumentOfTheCommandLineSetsTheParameterItStandsFor) {
  const char* text =
      "grid = \"n / 32\"\nblock = 32\n[parameters]\nn = 64\n[[argument]]\nname = \"count\"\nscalar = \"s32\"\n"
      "value = \"n\"\n[[argument]]\nname = \"twice\"\nscalar = \"s32\"\nvalue = \"2 * n\"\n";
  const Description description = parse_description(text, "launch.toml");
  Overrides overrides;
  overrides.arguments.push_back(parse_argument("count=128"));

  const Launch launch = launch_from(description, overrides);

  EXPECT_EQ(launch.grid, (Dim3{4, 1, 1}));  // 128 / 32: count is n
  EXPECT_EQ(std::get<Scalar>(launch.arguments[1].value).bits, 256u);
  overrides.set["n"] = 32;  // said of the parameter itself
  EXPECT_EQ(launch_from(description, overrides).grid, (Dim3{1, 1, 1}));
  overrides = {};
  overrides.arguments.push_back(parse_argument("twice=6"));  // 2 * n is not a parameter
  EXPECT_EQ(launch_from(description, overrides).grid, (Dim3{2, 1, 1}));
}

TEST(Description, ArgumentsThatAreDefinedByEachOtherAreRefused) {
  Description open;
  open.open_parameters = true;
  Overrides overrides;
  overrides.grid = parse_shape("1");
  overrides.arguments.push_back(parse_argument("n=m+1"));
  overrides.arguments.push_back(parse_argument("m=n"));

  EXPECT_THROW((void)launch_from(open, overrides), InputError);
}

TEST(Description, AnXSeparatesDimensionsAsACommaDoes) {
  const Parameters names{{"n", 64}, {"x", 3}, {"box", 5}};
  const auto shape = [&](std::string_view text) {
    const ShapeSpec spec = parse_shape(text);
    return std::array<std::int64_t, 3>{spec[0].integer(names), spec[1].integer(names), spec[2].integer(names)};
  };
  using Extents = std::array<std::int64_t, 3>;

  EXPECT_EQ(shape("16x16"), (Extents{16, 16, 1}));
  EXPECT_EQ(shape("32 x 8 x 2"), (Extents{32, 8, 2}));
  EXPECT_EQ(shape("(n/16)x(n/32)"), (Extents{4, 2, 1}));
  EXPECT_EQ(shape("n/16x2"), (Extents{4, 2, 1}));
  EXPECT_EQ(shape("n x x"), (Extents{64, 3, 1}));
  EXPECT_EQ(shape("box*x"), (Extents{15, 1, 1}));
  EXPECT_EQ(shape("max(n,2),4"), (Extents{64, 4, 1}));
  EXPECT_THROW((void)parse_shape("1x2x3x4"), InputError);
  EXPECT_THROW((void)parse_shape("16x"), InputError);
}

TEST(Description, EveryMistakeHasItsLine) {
  EXPECT_EQ(error_of("gird = 3"),
            "launch.toml:1:1: unknown key 'gird' (known here: area, argument, block, check, cluster, constant, "
            "constraints, defines, "
            "description, dynamic_shared_bytes, entry, grid, memory, parameters, reference, source, suite, "
            "tolerance)");
  EXPECT_EQ(error_of("check = 3"), "launch.toml:1:9: 'check' must be a table of parameters: { n = 64 }");
  EXPECT_EQ(error_of("grid = 0"), "'0' at position 1: is 0, it must be 1 to 2147483647");
  EXPECT_EQ(error_of("grid = [1,1,1,1]"), "launch.toml:1:8: 'grid' must have one to three dimensions");
  EXPECT_EQ(error_of("grid = 1\nblock = \"64,64\""),
            "a block of 64 x 64 x 1 = 4096 threads is too large (at most 1024)");
  EXPECT_EQ(error_of("[parameters]\nn = \"x\""), "launch.toml:2:5: 'n' must be an integer or { default, sizes }");
  EXPECT_EQ(error_of("[parameters]\nn = { sizes = [1] }"), "launch.toml:2:5: parameter 'n' has no default");
  EXPECT_EQ(error_of("[[argument]]\nname = \"a\""),
            "launch.toml:1:1: argument 'a' must be a buffer, a scalar, a struct or a pointer");
  EXPECT_EQ(error_of("[[argument]]\nname = \"a\"\nbuffer = \"q9\"\ncount = 1"),
            "launch.toml:3:10: there is no element type 'q9' (there are " + element_names() + ")");
  EXPECT_EQ(error_of("[[argument]]\nname = \"a\"\nbuffer = \"f32\"\ncount = 1\nfill = \"fog\""),
            "launch.toml:5:8: there is no fill 'fog' (there are: zero, constant, iota, uniform, normal, permutation, "
            "dominant, "
            "csr_offsets, csr_columns, file)");
  EXPECT_EQ(error_of("[parameters]\nn = 1\n[defines]\nn = 1"), "launch.toml:1:1: 'n' is both a parameter and a define");
  EXPECT_NE(error_of("x = [").find("launch.toml:1:"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::launch
