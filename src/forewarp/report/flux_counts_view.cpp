// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/flux_counts_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/model/feature/braun.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using profile::FluxBlockCount;
using profile::FluxCounts;

std::string_view mode_name(ptx::CountedThreads mode) {
  switch (mode) {
    case ptx::CountedThreads::all:
      return "all";
    case ptx::CountedThreads::one_cta:
      return "cta";
    case ptx::CountedThreads::one_warp:
      return "warp";
  }
  return "";
}

std::string mode_text(const FluxCounts& counts) {
  switch (counts.mode) {
    case ptx::CountedThreads::all:
      return "all threads";
    case ptx::CountedThreads::one_cta:
      return fmt::format("one CTA, times {:.6g}", counts.scale);
    case ptx::CountedThreads::one_warp:
      return fmt::format("one warp, times {:.6g}", counts.scale);
  }
  return "";
}

double threads(const FluxCounts& counts, const FluxBlockCount& block) {
  return static_cast<double>(block.counted) * counts.scale;
}

/// Of another function with its name: "helper.$L__BB1_2".
std::string block_name(const FluxCounts& counts, const FluxBlockCount& block) {
  return block.function == counts.kernel ? block.label : block.function + "." + block.label;
}

std::string blocks_table(const FluxCounts& counts) {
  TextTable table({"block", "PTX lines", "instructions", "threads"}, {Align::left, Align::left, Align::right});
  for (const FluxBlockCount& b : counts.blocks)
    table.row({block_name(counts, b), fmt::format("{}-{}", b.first_line, b.last_line),
               std::to_string(b.instructions.size()), fmt::format("{:.0f}", threads(counts, b))});
  return table.str();
}

std::string instructions_table(const FluxCounts& counts) {
  std::vector<const profile::InstructionCount*> rows;
  for (const auto& i : counts.instructions) rows.push_back(&i);
  std::stable_sort(rows.begin(), rows.end(), [](const auto* a, const auto* b) { return a->threads > b->threads; });
  TextTable table({"instruction", "by threads"});
  for (const auto* i : rows) table.row({i->mnemonic.text(), fmt::format("{:.0f}", i->threads)});
  return table.str();
}

feature::Features features_of(const FluxCounts& counts) {
  return feature::braun_features(counts.launch.grid, counts.launch.block, counts.instructions);
}

std::string features_table(const FluxCounts& counts) {
  TextTable table({"braun2020", "value"}, {Align::left, Align::right});
  const feature::Features features = features_of(counts);
  for (const auto& [name, value] : features.items())
    table.row({name, name.find("intensity") == std::string::npos ? count_text(value) : fmt::format("{:.3g}", value)});
  return table.str();
}

}  // namespace

std::string flux_counts_text(const kernel::Kernel& kernel, const FluxCounts& counts, std::string_view by) {
  const auto& [grid, block] = std::pair(counts.launch.grid, counts.launch.block);
  std::string out = fmt::format("{}  {}\n", source::kernel_signature(counts.kernel), origin_text(kernel));
  out += fmt::format("grid {}x{}x{}, block {}x{}x{}\n", grid.x, grid.y, grid.z, block.x, block.y, block.z);
  out += fmt::format("counted by {}: {}\n", by, mode_text(counts));
  for (const std::string& note : kernel.notes) out += "note: " + note + "\n";
  out += fmt::format("instructions {} by threads\n\n", count_text(counts.thread_instructions));
  return out + blocks_table(counts) + "\n" + instructions_table(counts) + "\n" + features_table(counts);
}

nlohmann::json flux_counts_json(const kernel::Kernel& kernel, const FluxCounts& counts, std::string_view by) {
  using nlohmann::json;
  json features, instructions = json::array(), blocks = json::array();
  const feature::Features braun = features_of(counts);
  for (const auto& [name, value] : braun.items()) features[name] = value;
  for (const auto& i : counts.instructions)
    instructions.push_back({{"instruction", i.mnemonic.text()}, {"threads", i.threads}});
  for (const FluxBlockCount& b : counts.blocks)
    blocks.push_back({{"function", b.function},
                      {"block", b.label},
                      {"first_line", b.first_line},
                      {"last_line", b.last_line},
                      {"instructions", b.instructions.size()},
                      {"counted", b.counted},
                      {"threads", threads(counts, b)}});
  json all = identity_json(kernel, counts.kernel, counts.launch);
  all.update({{"counted_by", by},
              {"mode", mode_name(counts.mode)},
              {"scale", counts.scale},
              {"thread_instructions", counts.thread_instructions},
              {"braun2020", std::move(features)},
              {"instructions", std::move(instructions)},
              {"basic_blocks", std::move(blocks)},
              {"notes", kernel.notes}});
  return all;
}

std::string flux_counts_csv(const FluxCounts& counts) {
  std::string out = csv_line({"function", "block", "first_line", "last_line", "instructions", "counted", "threads"});
  for (const FluxBlockCount& b : counts.blocks)
    out +=
        csv_line({b.function, b.label, std::to_string(b.first_line), std::to_string(b.last_line),
                  std::to_string(b.instructions.size()), std::to_string(b.counted), number_text(threads(counts, b))});
  return out;
}

}  // namespace forewarp::report
