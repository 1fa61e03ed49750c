// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
//
// A branch that ran and depends on a guess is marked
//   - when it leaves a loop: it decides how often the loop runs;
//   - when a loop, a call or a barrier is between it and where its sides meet again: either side may cost anything;
//   - else by what its sides can cost at most: (instructions between) x (times a warp came by),
//     of which all branches of one guess together may have 5 % of the launch before they are marked.
// A guard is a branch that is none of the first, compares an index with guessed numbers, and sends nearly all threads
// to one side: the launch is then as large as its grid says, which is what a bound is for. It is not marked.
#include "forewarp/emulate/profile/guess_marks.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/emulate/profile/executed.hpp"
#include "forewarp/frontend/analysis/def_use.hpp"
#include "forewarp/frontend/analysis/taint.hpp"
#include "forewarp/frontend/launch/guessed_sources.hpp"
#include "forewarp/frontend/launch/parameter_loads.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::profile {
namespace {

constexpr double guard_share = 0.9;        ///< of the threads that must pass
constexpr double negligible_share = 0.05;  ///< of the launch's warp instructions
constexpr double access_cost = 8;          ///< of a global access, in instructions

/// What a guessed argument was found to decide, and where first.
struct Found {
  std::map<std::string, double> share;  ///< of the launch, by argument
  std::map<std::string, std::string> place;

  void add(const std::vector<std::string>& names, double amount, const std::string& where) {
    for (const std::string& name : names) {
      share[name] += amount;
      place.try_emplace(name, where);
    }
  }
};

class Marker {
 public:
  Marker(const LaunchCode& code, const Profile& profile, const analysis::Dependence& dependence)
      : code_(code), profile_(profile), dependence_(dependence), executed_(code.program, profile, code.taken) {}

  std::vector<Mark> run() {
    for (const analysis::BranchSite& branch : dependence_.branches) look_at(branch);
    for (const emu::ProgramMap::Site& site : code_.program.sites) look_at(site);
    for (const analysis::Dependence::FunctionValues& values : dependence_.functions)
      if (executed_.knows(*values.function)) look_at_remainders(*values.function);
    std::vector<Mark> out;
    add(out, MarkKind::work_contents, contents_, "the work depends on the guessed contents of");
    add(out, MarkKind::work_value, numbers_, "the work depends on the guessed value of");
    for (const auto& [name, share] : contents_.share)
      if (share >= negligible_share) traffic_.share.erase(name);
    add(out, MarkKind::traffic_contents, traffic_, "the memory traffic depends on the guessed contents of");
    for (const auto& [name, share] : numbers_.share)
      if (share >= negligible_share) wrapped_.share.erase(name);
    add(out, MarkKind::traffic_value, wrapped_,
        "the memory traffic depends on where addresses wrap around, the guessed value of");
    return out;
  }

 private:
  void look_at(const analysis::BranchSite& branch) {
    const ptx::Function& f = *branch.function;
    if (!executed_.knows(f) || executed_.warps(f, branch.block) == 0) return;
    const launch::GuessedSources guessed = launch::guessed_sources(profile_.launch, dependence_, branch.sources);
    if (guessed.none() || is_guard(branch)) return;
    const double share = branch.leaves_loop ? 1 : share_of(branch);
    const std::string where = place_name(code_.module, f, branch.instruction);
    contents_.add(guessed.contents, share, where);
    numbers_.add(guessed.numbers, share, where);
  }

  /// An access that depends on contents, in its address or in whether it happens.
  void look_at(const emu::ProgramMap::Site& site) {
    const ptx::Function& f = *site.function;
    const ptx::Instruction& i = f.body[site.instruction];
    if (!may_access_global(i) || !executed_.knows(f)) return;
    const double warps = executed_.warps(f, executed_.cfg(f).block_of[site.instruction]);
    analysis::Sources sources;
    for (const ptx::Operand& operand : f.operands_of(i))
      if (operand.kind == ptx::OperandKind::address) sources |= dependence_.sources_of(f, operand);
    if (i.guard >= 0) sources |= dependence_.values_of(f)->sources[static_cast<std::size_t>(i.guard)];
    const launch::GuessedSources guessed = launch::guessed_sources(profile_.launch, dependence_, sources);
    traffic_.add(guessed.contents, access_cost * warps / std::max(1.0, profile_.warp_instructions),
                 place_name(code_.module, f, site.instruction));
  }

  /// An index that wraps around at a guessed number, a[(i + k) % n] or a[i & mask]: the number decides how many
  /// different addresses there are.
  void look_at_remainders(const ptx::Function& f) {
    const analysis::DefUse flow(f);
    for (std::uint32_t at = 0; at < f.body.size(); ++at) {
      const ptx::Instruction& i = f.body[at];
      if (i.opcode != ptx::Opcode::rem && i.opcode != ptx::Opcode::and_) continue;
      const auto operands = f.operands_of(i);
      if (operands.size() < 3 || executed_.warps(f, executed_.cfg(f).block_of[at]) == 0) continue;
      const analysis::Sources index = dependence_.sources_of(f, operands[1]),
                              at_most = dependence_.sources_of(f, operands[2]);
      if (index.indices.none() || at_most.indices.any()) continue;
      const launch::GuessedSources guessed = launch::guessed_sources(profile_.launch, dependence_, at_most);
      if (guessed.numbers.empty()) continue;
      const double share = share_of_accesses_by(flow, at);
      if (share > 0) wrapped_.add(guessed.numbers, share, place_name(code_.module, f, at));
    }
  }

  /// Share of the launch that is global accesses whose address follows from what the instruction computes.
  double share_of_accesses_by(const analysis::DefUse& flow, std::uint32_t computed) const {
    const ptx::Function& f = flow.function();
    const analysis::RegisterSet follows = analysis::dependents_of(flow, flow.written(computed), [&](std::uint32_t n) {
      return ptx::memory_kind(f.body[n].opcode) == ptx::MemoryKind::none;  // what is loaded is no address arithmetic
    });
    double cost = 0;
    for (const emu::ProgramMap::Site& site : code_.program.sites) {
      if (site.function != &f || !may_access_global(f.body[site.instruction])) continue;
      const auto operands = f.operands_of(f.body[site.instruction]);
      const bool by_it = std::ranges::any_of(operands, [&](const ptx::Operand& operand) {
        return operand.kind == ptx::OperandKind::address && operand.index >= 0 &&
               follows[static_cast<std::uint32_t>(operand.index)];
      });
      if (by_it) cost += access_cost * executed_.warps(f, executed_.cfg(f).block_of[site.instruction]);
    }
    return cost / std::max(1.0, profile_.warp_instructions);
  }

  bool is_guard(const analysis::BranchSite& branch) const {
    const analysis::Sources& s = branch.sources;
    if (branch.leaves_loop || s.indices.none() || s.contents.any() || s.variables) return false;
    const ptx::Function& f = *branch.function;
    const auto& sides = executed_.cfg(f).blocks[branch.block].successors;
    const double all = std::max(1.0, executed_.threads(f, branch.block));
    if (sides.size() == 1) return executed_.threads(f, sides[0]) / all >= guard_share;  // a guarded ret
    if (sides.size() != 2) return false;
    const double share = executed_.taken(f, branch.block) / all;
    if (share >= guard_share) return may_be_left(branch, sides[0]);
    return share <= 1 - guard_share && may_be_left(branch, sides[1]);
  }

  /// Whether nothing much lies on a side that nearly no thread took.
  bool may_be_left(const analysis::BranchSite& branch, std::uint32_t side) const {
    if (branch.meets) return side == meeting(branch) || is_short(branch);
    return !executed_.leads_to_access(*branch.function, side);
  }

  std::uint32_t meeting(const analysis::BranchSite& branch) const {
    return executed_.cfg(*branch.function).immediate_post_dominator[branch.block];
  }

  bool is_short(const analysis::BranchSite& branch) const { return share_of(branch) < negligible_share; }

  /// At most this share of the launch hangs on the branch; 1 where it is unknown.
  double share_of(const analysis::BranchSite& branch) const {
    const ptx::Function& f = *branch.function;
    const analysis::Cfg& flow = executed_.cfg(f);
    if (!branch.meets) return 1;
    double cost = 0;
    for (const std::uint32_t b : branch.region) {
      for (const analysis::Loop& loop : flow.loops)
        if (loop.header == b && b != branch.block) return 1;
      for (std::uint32_t i = flow.blocks[b].first; i < flow.blocks[b].last; ++i) {
        const ptx::Instruction& instruction = f.body[i];
        const bool any = instruction.opcode == ptx::Opcode::call || ptx::is_barrier(instruction.opcode);
        if (any) return 1;
        cost += may_access_global(instruction) ? access_cost : 1;
      }
    }
    return std::min(1.0, cost * executed_.warps(f, branch.block) / std::max(1.0, profile_.warp_instructions));
  }

  static void add(std::vector<Mark>& out, MarkKind kind, const Found& found, std::string_view what) {
    Mark mark{.kind = kind, .arguments = {}, .place = {}, .text = {}};
    std::vector<std::string> quoted;
    for (const auto& [name, share] : found.share) {
      if (share < negligible_share) continue;
      if (mark.place.empty()) mark.place = found.place.at(name);
      mark.arguments.push_back(name);
      quoted.push_back("`" + name + "`");
    }
    if (mark.arguments.empty()) return;
    mark.text = fmt::format("{} {} ({})", what, fmt::join(quoted, ", "), mark.place);
    out.push_back(std::move(mark));
  }

  const LaunchCode& code_;
  const Profile& profile_;
  const analysis::Dependence& dependence_;
  Executed executed_;
  Found contents_, numbers_, traffic_, wrapped_;
};

/// Guessed structs that the kernel reads and no mark names yet: whatever their zeros decide, they are no sizes.
std::optional<Mark> zero_structs(const LaunchCode& code, const Profile& profile, const std::vector<Mark>& marks) {
  Mark mark{.kind = MarkKind::guessed_struct, .arguments = {}, .place = {}, .text = {}};
  std::vector<std::string> quoted, options;
  const auto& arguments = profile.launch.arguments;
  for (std::size_t i = 0; i < std::min(arguments.size(), code.entry.parameters.size()); ++i) {
    const launch::Argument& a = arguments[i];
    const ptx::Variable& parameter = code.entry.parameters[i];
    if (!a.guessed || !std::holds_alternative<std::string>(a.value)) continue;
    const auto names_it = [&](const Mark& m) { return std::ranges::count(m.arguments, a.name) > 0; };
    if (std::ranges::any_of(marks, names_it)) continue;
    if (launch::parameter_loads(code.entry, parameter).empty() && !launch::takes_address(code.entry, parameter))
      continue;
    mark.arguments.push_back(a.name);
    quoted.push_back("`" + a.name + "`");
    options.push_back(fmt::format("--arg '{}={{...}}'", a.name));
  }
  if (quoted.empty()) return std::nullopt;
  mark.text =
      fmt::format("the answer depends on the guessed contents of {}, zero bytes in the place of a struct: give {}",
                  fmt::join(quoted, ", "), fmt::join(options, " "));
  return mark;
}

}  // namespace

std::vector<Mark> guess_marks(const LaunchCode& code, const Profile& profile, const analysis::Dependence& dependence) {
  std::vector<Mark> marks = Marker(code, profile, dependence).run();
  if (auto structs = zero_structs(code, profile, marks)) marks.push_back(*std::move(structs));
  return marks;
}

}  // namespace forewarp::profile
