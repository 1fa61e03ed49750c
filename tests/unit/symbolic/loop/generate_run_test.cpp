// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Generated CUDA and OpenCL, compiled and run by the emulator with its race check, give what the interpreter makes of
/// the program as it was stated.
#include <gtest/gtest.h>

#include "emulated.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;
using namespace forewarp::loop::test;

struct Case {
  std::string name, text;
  Sizes sizes;
  std::vector<std::pair<std::string, std::size_t>> input;
  std::string output;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

void check(const Case& c, Target target) {
  const Program stated = parse_file(c.text, c.name).program;
  const Program program = program_of(c.text);
  const auto code = compiled(generate(program, target), target);
  if (!code) GTEST_SKIP() << "no compiler";
  const Arrays expected = run(stated, c.sizes, c.input);
  Arrays arrays;
  std::uint32_t seed = 1;
  for (const auto& [array, elements] : c.input) arrays[array] = numbers(elements, seed++);

  emulate(program, *code, c.sizes, arrays);

  ASSERT_NE(expected.at(c.output), std::vector<double>(expected.at(c.output).size(), 0.0));
  EXPECT_EQ(arrays.at(c.output), expected.at(c.output));
}

class GeneratedCuda : public ::testing::TestWithParam<Case> {};
TEST_P(GeneratedCuda, GivesWhatTheProgramSays) { check(GetParam(), Target::cuda); }

class GeneratedOpenCl : public ::testing::TestWithParam<Case> {};
TEST_P(GeneratedOpenCl, GivesWhatTheProgramSays) { check(GetParam(), Target::opencl); }

Case of_file(const std::string& file, Sizes sizes, std::vector<std::pair<std::string, std::size_t>> input,
             std::string output) {
  return {file, text_of(file + ".loop"), std::move(sizes), std::move(input), std::move(output)};
}

const Sizes element_sizes{{"nmatrices", 3}, {"nelements", 16}, {"nunit_nodes", 32}};
const std::vector<std::pair<std::string, std::size_t>> element_data{{"diff_mat", 3 * 32 * 32}, {"u", 16 * 32}};

const std::string tiles_that_do_not_fit =
    "domain { [i,j,k] : 0 <= i,j,k < n }\n"
    "assume n >= 1\n"
    "c[i,j] = sum(k, a[i,k]*b[k,j])\n"
    "---\n"
    "split i 16\nsplit j 16\nsplit k 16\n"
    "tag i_out:g.1, i_in:l.1, j_out:g.0, j_in:l.0\n"
    "prefetch a [i_in, k_in]\nprefetch b [k_in, j_in]\n";

const std::string triangle =
    "domain { [i,j] : 0 <= j <= i < n }\n"
    "assume n >= 1\n"
    "global y: f32[n]\n"
    "r[i] = sum(j, if_even[j]*x[i,j]) + (i % 3)*y[i//2]\n"
    "---\n"
    "split i 32 outer g.0 inner l.0\n";

const std::string strided =
    "domain { [i,j] : 0 <= i < n and 0 <= j < n and j mod 3 = 1 }\n"
    "assume n >= 2\n"
    "global y: f32[n]\nglobal r: f32[n, n]\n"
    "if i + j >= 4: r[i,j] = x[i] - 2*y[j]\n"
    "---\n"
    "split i 8 outer g.0 inner l.0\n";

const std::string from_one =
    "domain { [i] : 1 <= i < n }\n"
    "assume n >= 2\n"
    "global x, r: f32[n + 1]\n"
    "r[i] = max(x[i-1], x[i+1]) + (x[i] < 0 ? abs(x[i]) : 0.5*x[i])\n"
    "---\n"
    "split i 8 outer g.0 inner l.0\n";

const auto cases = ::testing::Values(
    of_file("matmul", {{"n", 32}}, {{"a", 1024}, {"b", 1024}}, "c"),
    of_file("matmul_prefetch", {{"n", 32}}, {{"a", 1024}, {"b", 1024}}, "c"),
    of_file("dg", element_sizes, element_data, "res"), of_file("dg_prefetch_u", element_sizes, element_data, "res"),
    of_file("dg_prefetch_diff_mat", element_sizes, element_data, "res"),
    of_file("dg_prefetch_diff_mat_transposed", element_sizes, element_data, "res"),
    of_file("stencil_16", {{"n", 28}}, {{"u", 30 * 30}}, "res"),
    of_file("stencil_18", {{"n", 32}}, {{"u", 34 * 34}}, "res"),
    Case{"tiles_that_do_not_fit", tiles_that_do_not_fit, {{"n", 21}}, {{"a", 441}, {"b", 441}}, "c"},
    Case{"smaller_than_a_tile", tiles_that_do_not_fit, {{"n", 5}}, {{"a", 25}, {"b", 25}}, "c"},
    Case{"triangle", triangle, {{"n", 45}}, {{"if_even", 45}, {"x", 45 * 45}, {"y", 45}}, "r"},
    Case{"strided", strided, {{"n", 20}}, {{"x", 20}, {"y", 20}}, "r"},
    Case{"from_one", from_one, {{"n", 20}}, {{"x", 21}}, "r"});

const auto name_of_case = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Loop, GeneratedCuda, cases, name_of_case);
INSTANTIATE_TEST_SUITE_P(Loop, GeneratedOpenCl, cases, name_of_case);

}  // namespace
