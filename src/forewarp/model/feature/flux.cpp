// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/flux.hpp"

#include <array>
#include <cmath>

#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/model/feature/braun.hpp"

namespace forewarp::feature {
namespace {

/// Not instructions: the launch, CUDA Flux's own time, what names a launch.
bool is_instruction(const Table::Column& column) {
  static constexpr std::array<std::string_view, 10> others = {"gX", "gY",  "gZ",   "bX",   "bY",
                                                              "bZ", "shm", "time", "mode", "lseq"};
  if (!column.is_number()) return false;
  for (const std::string_view other : others)
    if (column.name == other) return false;
  return ptx::opcode_of(column.name) != ptx::Opcode::unknown;
}

std::uint32_t extent(const Table& launches, const char* column, std::size_t row) {
  const double value = launches.numbers(column)[row];
  return value >= 1 && value <= 0xffffffffU ? static_cast<std::uint32_t>(value) : 0;
}

launch::Dim3 dimensions(const Table& launches, const std::array<const char*, 3>& columns, std::size_t row) {
  return {extent(launches, columns[0], row), extent(launches, columns[1], row), extent(launches, columns[2], row)};
}

}  // namespace

/// CUDA Flux counts by mnemonic, in columns such as "ld.global.f32"; the mnemonic has all that the
/// features need.
profile::InstructionCount instruction_called(std::string_view mnemonic, double threads) {
  const ptx::MnemonicText named(mnemonic);
  return {.mnemonic = named,
          .opcode = named.decoded().opcode,
          .type = ptx::Type::none,
          .space = named.decoded().space,
          .warps = 0,
          .threads = threads};
}

/// Column by column, so that each mnemonic is parsed once and not once per row.
std::vector<Features> flux_features(const Table& launches) {
  std::vector<std::vector<profile::InstructionCount>> counts(launches.rows());
  for (const Table::Column& column : launches.columns())
    if (is_instruction(column)) {
      const profile::InstructionCount kind = instruction_called(column.name, 0);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const double threads = std::get<Table::Numbers>(column.cells)[i];
        // A kernel without the instruction has 0 or an empty cell, which reads as NaN: > is false
        // for both.
        if (!(threads > 0) || std::isinf(threads)) continue;
        counts[i].push_back(kind);
        counts[i].back().threads = threads;
      }
    }
  std::vector<Features> features;
  for (std::size_t i = 0; i < counts.size(); ++i)
    features.push_back(braun_features(dimensions(launches, {"gX", "gY", "gZ"}, i),
                                      dimensions(launches, {"bX", "bY", "bZ"}, i), counts[i]));
  return features;
}

Table with_flux_features(const Table& launches) {
  Table out;
  for (const Table::Column& column : launches.columns())
    if (!is_instruction(column)) out.add(column);
  const std::vector<Features> rows = flux_features(launches);
  for (const std::string& name : braun_names()) {
    Table::Numbers cells;
    for (const Features& row : rows) cells.push_back(row.at(name));
    out.add(name, std::move(cells), std::string(find_feature(name)->unit));
  }
  return out;
}

}  // namespace forewarp::feature
