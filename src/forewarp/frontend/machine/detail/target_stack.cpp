// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/target_stack.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace forewarp::machine::detail {
namespace {

/// What pops is named after what pushed.
std::string_view popped_by(std::string_view mnemonic) {
  if (mnemonic == "SYNC") return "SSY";
  if (mnemonic == "BRK") return "PBK";
  return mnemonic == "CONT" ? "PCNT" : std::string_view{};
}

bool pushes(std::string_view mnemonic) { return mnemonic == "SSY" || mnemonic == "PBK" || mnemonic == "PCNT"; }

constexpr std::uint32_t max_depth = 64;  ///< nested branches and loops of a function

/// Stacks share what lies below; equal ones have the same number. 0 is empty.
class Stacks {
 public:
  [[nodiscard]] bool is_full(std::uint32_t stack) const { return entries_[stack].depth == max_depth; }

  std::uint32_t pushed(std::uint32_t on, const Instruction& i) {
    const auto [at, is_new] = numbers_.try_emplace({on, i.address}, static_cast<std::uint32_t>(entries_.size()));
    if (is_new) entries_.push_back({on, entries_[on].depth + 1, &i});
    return at->second;
  }

  struct Popped {
    std::uint32_t target = Instruction::no_target, rest = 0;
  };

  [[nodiscard]] Popped popped(std::uint32_t stack, std::string_view kind) const {
    for (; stack != 0; stack = entries_[stack].below)
      if (entries_[stack].push->mnemonic() == kind) return {entries_[stack].push->target, entries_[stack].below};
    return {};
  }

 private:
  struct Entry {
    std::uint32_t below = 0, depth = 0;
    const Instruction* push = nullptr;
  };
  std::vector<Entry> entries_{Entry{}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;
};

class Follower {
 public:
  explicit Follower(const Kernel& kernel) : kernel_(kernel), seen_(kernel.instructions.size()) {
    for (const Kernel::BranchTargets& b : kernel.branch_targets) tables_.emplace(b.branch, &b);
  }

  /// False: a stack grew too high.
  bool follow() {
    const std::size_t most = 64 * kernel_.instructions.size();
    if (!kernel_.instructions.empty()) visit(0, 0);
    for (std::size_t steps = 0; !open_.empty(); ++steps) {
      const Place place = open_.back();
      open_.pop_back();
      if (steps > most || stacks_.is_full(place.stack)) return false;
      step(place.index, place.stack);
    }
    return true;
  }

  [[nodiscard]] const std::map<std::uint32_t, std::set<std::uint32_t>>& targets() const { return targets_; }

 private:
  struct Place {
    std::size_t index = 0;
    std::uint32_t stack = 0;
  };

  void visit(std::size_t index, std::uint32_t stack) {
    if (index < seen_.size() && seen_[index].insert(stack).second) open_.push_back({index, stack});
  }

  void lead(std::uint32_t address, std::uint32_t stack) {
    if (const auto index = kernel_.index_of(address)) visit(*index, stack);
  }

  void step(std::size_t index, std::uint32_t stack) {
    const Instruction& i = kernel_.instructions[index];
    if (pushes(i.mnemonic())) stack = stacks_.pushed(stack, i);
    const Effect e = i.effect();
    if (e == Effect::branch) lead(i.target, stack);
    if (e == Effect::call) lead(i.target, 0);
    if (e == Effect::branch_table) jump(i, stack);
    const bool ends = e == Effect::branch || e == Effect::branch_table || e == Effect::leave || e == Effect::ret;
    if (!ends || i.conditional) visit(index + 1, stack);
  }

  void jump(const Instruction& i, std::uint32_t stack) {
    const std::string_view kind = popped_by(i.mnemonic());
    if (kind.empty()) {
      if (const auto table = tables_.find(i.address); table != tables_.end())
        for (const std::uint32_t target : table->second->targets) lead(target, stack);
      return;
    }
    const Stacks::Popped top = stacks_.popped(stack, kind);
    targets_[i.address].insert(top.target);
    lead(top.target, top.rest);
  }

  const Kernel& kernel_;
  std::map<std::uint32_t, const Kernel::BranchTargets*> tables_;
  std::vector<std::set<std::uint32_t>> seen_;  ///< stacks by instruction
  std::vector<Place> open_;
  Stacks stacks_;
  std::map<std::uint32_t, std::set<std::uint32_t>> targets_;  ///< by address of the branch
};

}  // namespace

void add_kept_targets(Kernel& kernel) {
  Follower follower(kernel);
  if (!follower.follow()) return;
  std::set<std::uint32_t> told;
  for (const Kernel::BranchTargets& b : kernel.branch_targets) told.insert(b.branch);
  for (const auto& [branch, targets] : follower.targets())
    if (!told.contains(branch)) kernel.branch_targets.push_back({branch, {targets.begin(), targets.end()}});
  std::ranges::stable_sort(kernel.branch_targets, {}, &Kernel::BranchTargets::branch);
}

}  // namespace forewarp::machine::detail
