// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The eight variants of stevens2020, section 8, give what their programs give without any transformation.
#include <gtest/gtest.h>

#include "same_meaning.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::loop;
using namespace forewarp::loop::test;

struct Variant {
  const char* file;
  Sizes sizes;
  std::vector<std::pair<std::string, std::size_t>> input;
  std::string output;
};

void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.file; }

class LoopVariant : public ::testing::TestWithParam<Variant> {};

TEST_P(LoopVariant, GivesWhatTheUntransformedProgramGives) {
  const Variant& v = GetParam();
  const ParsedFile file = parse_file(text_of(v.file), v.file);

  const Arrays before = run(file.program, v.sizes, v.input);
  const Program transformed = program_of(text_of(v.file));
  const Arrays after = run(transformed, v.sizes, v.input);
  const Arrays backwards = run(transformed, v.sizes, v.input, true);

  EXPECT_NE(before.at(v.output), std::vector<double>(before.at(v.output).size(), 0.0));
  EXPECT_EQ(before.at(v.output), after.at(v.output));
  EXPECT_EQ(before.at(v.output), backwards.at(v.output));
}

const Sizes element_sizes{{"nmatrices", 3}, {"nelements", 16}, {"nunit_nodes", 32}};
const std::vector<std::pair<std::string, std::size_t>> element_data{{"diff_mat", 3 * 32 * 32}, {"u", 16 * 32}};

INSTANTIATE_TEST_SUITE_P(
    Paper, LoopVariant,
    ::testing::Values(Variant{"matmul.loop", {{"n", 32}}, {{"a", 1024}, {"b", 1024}}, "c"},
                      Variant{"matmul_prefetch.loop", {{"n", 32}}, {{"a", 1024}, {"b", 1024}}, "c"},
                      Variant{"dg.loop", element_sizes, element_data, "res"},
                      Variant{"dg_prefetch_u.loop", element_sizes, element_data, "res"},
                      Variant{"dg_prefetch_diff_mat.loop", element_sizes, element_data, "res"},
                      Variant{"dg_prefetch_diff_mat_transposed.loop", element_sizes, element_data, "res"},
                      Variant{"stencil_16.loop", {{"n", 28}}, {{"u", 30 * 30}}, "res"},
                      Variant{"stencil_18.loop", {{"n", 32}}, {{"u", 34 * 34}}, "res"}));

}  // namespace
