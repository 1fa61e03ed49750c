// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "loop_variants.hpp"

#include <fstream>
#include <regex>
#include <sstream>

#include "forewarp/symbolic/loop/read.hpp"
#include "forewarp/symbolic/loop/transform/apply.hpp"

namespace forewarp::count {

namespace {

using Sizes3 = std::array<LoopSizes, 3>;

LoopSizes elements(std::int64_t matrices, std::int64_t count, std::int64_t nodes) {
  return {{"nmatrices", matrices}, {"nelements", count}, {"nunit_nodes", nodes}};
}

LoopSizes elements(std::int64_t count, std::int64_t nodes) { return {{"nelements", count}, {"nunit_nodes", nodes}}; }

std::string text_of(const LoopVariant& variant, const std::string& source_folder) {
  std::ifstream in(source_folder + "/data/loop/" + variant.name + ".loop");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

loop::Program finished(const std::string& text, const LoopVariant& variant) {
  const loop::Program program = loop::parse(text, variant.name + ".loop");
  return variant.removed ? loop::apply(program, "remove_work") : program;
}

}  // namespace

const std::vector<LoopVariant>& loop_variants() {
  static const std::vector<LoopVariant> all = [] {
    const Sizes3 squares{{{{"n", 16}}, {{"n", 48}}, {{"n", 80}}}}, by_14{{{{"n", 14}}, {{"n", 28}}, {{"n", 70}}}};
    const Sizes3 free{elements(1, 16, 16), elements(3, 32, 16), elements(2, 16, 48)};
    const Sizes3 of_three{elements(16, 16), elements(32, 16), elements(16, 48)};
    const std::vector<std::pair<std::string, Sizes3>> names{
        {"matmul", squares},         {"matmul_prefetch", squares},   {"dg", free},
        {"dg_prefetch_u", of_three}, {"dg_prefetch_diff_mat", free}, {"dg_prefetch_diff_mat_transposed", free},
        {"stencil_16", by_14},       {"stencil_18", squares}};
    std::vector<LoopVariant> variants;
    for (const bool removed : {false, true})
      for (const auto& [name, sizes] : names) variants.push_back({name, removed, sizes});
    return variants;
  }();
  return all;
}

loop::Program program_of(const LoopVariant& variant, const std::string& source_folder) {
  return finished(text_of(variant, source_folder), variant);
}

loop::Program undivided_program_of(const LoopVariant& variant, const std::string& source_folder) {
  const std::regex divides(" and [a-z_]+ % [0-9]+ = 0");
  return finished(std::regex_replace(text_of(variant, source_folder), divides, ""), variant);
}

}  // namespace forewarp::count
