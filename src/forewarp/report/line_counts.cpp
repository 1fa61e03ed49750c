// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/line_counts.hpp"

#include <array>
#include <string_view>

#include "forewarp/emulate/profile/program.hpp"
#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/ptx/source_place.hpp"
#include "forewarp/model/bounds/expansion.hpp"
#include "forewarp/model/bounds/resource_cycles.hpp"

namespace forewarp::report {
namespace {

using ByLink = std::array<double, profile::link_classes>;

/// Visits each instruction that was executed, with its function and the warps that executed it.
template <typename Visit>
void for_each_executed(const profile::Profile& profile, const ptx::Module& module, Visit visit) {
  std::map<std::string_view, std::vector<const profile::BasicBlockCount*>> by_function;
  for (const auto& block : profile.basic_blocks) by_function[block.function].push_back(&block);
  for (const auto& [name, counts] : by_function) {
    const ptx::Function* function = module.find(name);
    if (!function) continue;
    const std::vector<analysis::BasicBlock> blocks = analysis::control_flow(*function).blocks;
    if (blocks.size() != counts.size()) continue;  // counted in another module
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      if (counts[b]->warps <= 0) continue;
      for (auto i = blocks[b].first; i < blocks[b].last; ++i) visit(*function, function->body[i], counts[b]->warps);
    }
  }
}

ByLink links_of(const profile::CriticalPath& p) {
  return {p.alu, p.fp64, p.special, p.shared, p.global, p.atomic, p.barrier, p.branch, p.tensor};
}

void add_resources(const ptx::Instruction& i, double warps, std::map<std::string, double>& resources) {
  using model::Resource;
  const model::OpClass op = model::op_class({i.mnemonic, i.opcode, i.type(), i.space, warps, 0});
  const model::Slots& s = model::expansion(model::Generation::volta)[static_cast<std::size_t>(op)];
  const bool memory = op == model::OpClass::memory;
  const std::pair<Resource, double> shares[] = {
      {Resource::issue, memory ? 1 : s.issue},
      {Resource::cores, s.fp32 + s.int_add + s.int_mul},      // from Volta on products run on the pipe of FMA
      {Resource::registers, s.fp32 + s.int_add + s.int_mul},  // whose operands are counted
      {Resource::fp16, s.fp16},
      {Resource::fp32, s.fp32 + s.int_mul},
      {Resource::fp64, s.fp64},
      {Resource::int_add, s.int_add},
      {Resource::int_mul, s.int_mul},
      {Resource::shift, s.shift},
      {Resource::special, s.special},
      {Resource::convert, s.convert},
      {Resource::shuffle, s.shuffle},
      {Resource::tensor, model::tensor_multiply_adds(ptx::decode_mnemonic(i.mnemonic))},
      {Resource::load_store, memory ? 1 : 0},
      {Resource::barrier, op == model::OpClass::barrier ? 1 : 0}};
  for (const auto& [resource, share] : shares)
    if (share > 0) resources[model::name_of(resource)] += share * warps;
}

}  // namespace

std::vector<LineCount> line_counts(const profile::Profile& profile, const ptx::Module& module) {
  ByLink executed{};
  for_each_executed(profile, module, [&](const ptx::Function&, const ptx::Instruction& i, double warps) {
    const profile::LinkCounts links = profile::links_of(i);
    for (std::size_t k = 0; k < links.size(); ++k) executed[k] += links[k] * warps;
  });
  const ByLink links = links_of(profile.path);
  std::map<std::uint32_t, LineCount> lines;
  for_each_executed(profile, module, [&](const ptx::Function& function, const ptx::Instruction& i, double warps) {
    LineCount& line = lines[i.line];
    line.ptx_line = i.line;
    if (const auto place = ptx::source_place(module, function, i)) {
      line.source_file = place->file;
      line.source_line = place->line;
    }
    line.warps += warps;
    add_resources(i, warps, line.resources);
    const profile::LinkCounts own = profile::links_of(i);
    for (std::size_t k = 0; k < own.size(); ++k) {
      if (own[k] == 0) continue;
      const double latency = profile::nominal_latency(static_cast<profile::LinkClass>(k));
      line.chain_cycles += links[k] * latency * own[k] * warps / executed[k];
    }
  });
  std::vector<LineCount> all;
  for (auto& [number, line] : lines) all.push_back(std::move(line));
  return all;
}

}  // namespace forewarp::report
