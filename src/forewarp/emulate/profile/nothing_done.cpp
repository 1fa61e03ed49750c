// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
//
// The gate of an empty launch is a conditional branch that some thread reached and of which one side never ran, though
// accesses to global memory are behind it. Where several branches are gates (x >= width || y >= height), the first is
// named, and the guesses of all of them.
#include "forewarp/emulate/profile/nothing_done.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/emulate/profile/executed.hpp"
#include "forewarp/frontend/analysis/scalar_value.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/guessed_sources.hpp"

namespace forewarp::profile {
namespace {

bool accessed_global(const Profile& profile) {
  return std::any_of(profile.sites.begin(), profile.sites.end(), [](const AccessSite& s) {
    return s.lanes > 0 && (s.space == ptx::StateSpace::global || s.space == ptx::StateSpace::none);
  });
}

bool has_global_access(const LaunchCode& code) {
  return std::any_of(code.program.sites.begin(), code.program.sites.end(), [](const emu::ProgramMap::Site& site) {
    return may_access_global(site.function->body[site.instruction]);
  });
}

struct Gate {
  const ptx::Function* function = nullptr;
  std::uint32_t instruction = 0;
};

/// Branches with a side that never ran and leads to an access, and accesses whose own guard never held.
std::vector<Gate> gates_of(const LaunchCode& code, const Executed& executed, const analysis::Dependence& dependence,
                           analysis::Sources& sources) {
  std::vector<Gate> gates;
  for (const analysis::BranchSite& branch : dependence.branches) {
    if (!executed.knows(*branch.function) || executed.warps(*branch.function, branch.block) == 0) continue;
    const auto& next = executed.cfg(*branch.function).blocks[branch.block].successors;
    const bool gate = std::any_of(next.begin(), next.end(), [&](std::uint32_t s) {
      return executed.warps(*branch.function, s) == 0 && executed.leads_to_access(*branch.function, s);
    });
    if (!gate) continue;
    gates.push_back({branch.function, branch.instruction});
    sources |= branch.sources;
  }
  for (const emu::ProgramMap::Site& site : code.program.sites) {
    const ptx::Instruction& i = site.function->body[site.instruction];
    if (i.guard < 0 || !may_access_global(i)) continue;
    gates.push_back({site.function, site.instruction});
    sources |= dependence.read_by(*site.function, i);
  }
  return gates;
}

analysis::ScalarParameters integers_of(const launch::Launch& launch) {
  analysis::ScalarParameters out;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto* scalar = std::get_if<launch::Scalar>(&launch.arguments[i].value);
    if (scalar && !launch::is_real(scalar->type))
      out[i] = static_cast<std::int64_t>(launch::decode(scalar->bits, scalar->type));
  }
  return out;
}

bool multiplies_registers(const ptx::Function& f, const ptx::Instruction& i) {
  const auto operands = f.operands_of(i);
  return (i.opcode == ptx::Opcode::mul || i.opcode == ptx::Opcode::mad) && operands.size() > 2 &&
         operands[1].kind == ptx::OperandKind::reg && operands[2].kind == ptx::OperandKind::reg;
}

}  // namespace

std::optional<Mark> nothing_done(const LaunchCode& code, const Profile& profile,
                                 const analysis::Dependence& dependence) {
  if (accessed_global(profile) || !has_global_access(code)) return std::nullopt;
  const Executed executed(code.program, profile, code.taken);
  analysis::Sources sources;
  const std::vector<Gate> gates = gates_of(code, executed, dependence, sources);
  Mark mark{.kind = MarkKind::empty, .arguments = {}, .place = {}, .text = {}};
  launch::GuessedSources guessed = launch::guessed_sources(profile.launch, dependence, sources);
  mark.arguments = std::move(guessed.numbers);
  mark.arguments.insert(mark.arguments.end(), guessed.contents.begin(), guessed.contents.end());
  const std::string who = profile.sampling.blocks_run < profile.sampling.blocks_total
                              ? fmt::format("no thread of the {} blocks that were run", profile.sampling.blocks_run)
                              : "no thread";
  if (!gates.empty()) mark.place = place_name(code.module, *gates[0].function, gates[0].instruction);
  mark.text = gates.empty()
                  ? who + " loads or stores anything in global memory"
                  : fmt::format("{} gets past {}: nothing is loaded from or stored to global memory", who, mark.place);
  return mark;
}

/// Looks at every comparison of the entry: can one side be computed from the integer arguments
/// alone, and did a multiplication on the way overflow? n * n with n = 70 000 is 4.9e9 and becomes
/// 605 032 704 in 32 bits, so the guard i < n * n holds for too few threads.
std::optional<Mark> overflowed_size(const LaunchCode& code, const Profile& profile) {
  const analysis::ScalarParameters integers = integers_of(profile.launch);
  analysis::ScalarValues values(code.entry, integers);
  for (std::uint32_t at = 0; at < code.entry.body.size(); ++at) {
    const ptx::Instruction& i = code.entry.body[at];
    const auto operands = code.entry.operands_of(i);
    if (i.opcode != ptx::Opcode::setp || operands.size() < 3) continue;
    for (const ptx::Operand& operand : operands.subspan(1, 2)) {
      const auto value = values.value_of(operand);
      if (!value || !value->overflow || !multiplies_registers(code.entry, code.entry.body[*value->overflow])) continue;
      Mark mark{.kind = MarkKind::overflow, .arguments = {}, .place = {}, .text = {}};
      mark.place = place_name(code.module, code.entry, *value->overflow);
      mark.text = fmt::format("a size overflows at {}: {:.0f} does not fit {} bits and becomes {}", mark.place,
                              value->exact, 8 * ptx::size_of(code.entry.body[*value->overflow].type()), value->value);
      return mark;
    }
  }
  return std::nullopt;
}

}  // namespace forewarp::profile
