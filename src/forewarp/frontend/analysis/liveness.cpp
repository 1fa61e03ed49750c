// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/liveness.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "forewarp/frontend/analysis/detail/live_registers.hpp"
#include "forewarp/frontend/analysis/detail/rematerial.hpp"

namespace forewarp::analysis {

using ptx::Alias;
using ptx::Directive;
using ptx::Function;
using ptx::Instruction;
using ptx::Module;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;

namespace {

/// Largest number of registers over all points of the function, without values that can be recomputed for free.
std::uint32_t kept_registers(const Function& function) {
  auto weights = detail::register_weights(function);
  const std::vector<bool> free = detail::rematerialisable(function);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (free[i]) weights[i] = 0;
  return detail::max_live_weight(function, control_flow(function), weights);
}

/// The functions that an entry may call, itself first: breadth-first over the calls. An indirect call may reach every
/// function, so the first one adds all. O(instructions + functions).
class CallGraph {
 public:
  explicit CallGraph(const Module& module) : module_(module) {
    for (const Function& f : module.functions)
      if (!f.is_declaration) named_[f.name].function = &f;
    for (const Alias& alias : module.aliases)
      if (const auto target = named_.find(alias.target); target != named_.end())
        named_[alias.name].function = target->second.function;
  }

  std::vector<const Function*> reachable_from(const Function& entry) {
    found_ = {&entry};
    for (std::size_t at = 0; at < found_.size(); ++at)
      for (const Instruction& i : found_[at]->body)
        if (i.opcode == Opcode::call) add_callees(*found_[at], i);
    return std::move(found_);
  }

 private:
  struct Node {
    const Function* function = nullptr;
    bool found = false;
  };

  void add(std::string_view name) {
    const auto at = named_.find(name);
    if (at == named_.end()) return;
    Node& node = at->second;
    if (node.found || node.function == nullptr || node.function->is_entry) return;
    node.found = true;
    found_.push_back(node.function);
  }

  void add_callees(const Function& caller, const Instruction& call) {
    for (const Operand& operand : caller.operands_of(call)) {
      if (operand.kind == OperandKind::symbol && operand.index < 0) add(operand.name);
      if (operand.kind != OperandKind::reg || std::exchange(indirect_, true)) continue;
      for (const Function& f : module_.functions) add(f.name);
    }
  }

  const Module& module_;
  std::map<std::string_view, Node> named_;
  std::vector<const Function*> found_;
  bool indirect_ = false;
};

/// Registers per thread that the launch bounds allow: .maxnreg, and .minnctapersm blocks of .maxntid threads in 65536
/// registers, which are allocated to warps 8 per thread at a time (CUDA C++ Programming Guide, "Launch Bounds").
/// Example: 256 threads and 2 blocks: 65536 / 512 = 128.
std::uint32_t register_cap(const Function& entry) {
  constexpr std::uint64_t registers_of_sm = 65536;
  std::uint64_t cap = 255;
  const auto product = [](const Directive* d) {
    std::uint64_t threads = 1;
    for (const std::uint32_t value : d->values) threads *= std::clamp<std::uint32_t>(value, 1, 4096);
    return std::min<std::uint64_t>(threads, 4096);
  };
  if (const Directive* d = entry.directive("maxnreg"); d != nullptr && !d->values.empty())
    cap = std::min<std::uint64_t>(cap, d->values[0]);
  const Directive* bound = entry.directive("maxntid");
  if (bound == nullptr) bound = entry.directive("reqntid");
  if (bound == nullptr) return static_cast<std::uint32_t>(cap);
  const Directive* blocks = entry.directive("minnctapersm");
  const std::uint64_t threads = (product(bound) + 31) / 32 * 32 * (blocks == nullptr ? 1 : product(blocks));
  return static_cast<std::uint32_t>(std::min(cap, std::max<std::uint64_t>(registers_of_sm / threads / 8 * 8, 16)));
}

}  // namespace

std::vector<bool> live_at_entry(const Function& function, const Cfg& cfg) {
  return detail::live_at_entry(function, cfg);
}

std::uint32_t max_live_registers(const Function& function, const Cfg& cfg) {
  return detail::max_live_weight(function, cfg, detail::register_weights(function));
}

// Fitted to ptxas 13.0 on sm_80, 16 kernels (tests/unit/frontend/ptx/compilers_test.cpp prints the errors). While
// everything fits into 32 registers, at which 2048 threads fill 65536, ptxas uses registers freely to overlap loads:
// 1.75 times the live ones + 1. Beyond that it uses the live ones and 5 for addresses. With calls, the ABI needs at
// least 24. Example: 10 live registers give max(18, 15) = 18, 30 give max(32, 35) = 35.
std::uint32_t estimate_registers(const Module& module, const Function& entry) {
  constexpr std::uint32_t fewest = 8, free_of_charge = 32, overhead = 5, min_with_calls = 24;
  const std::vector<const Function*> functions = CallGraph(module).reachable_from(entry);
  std::uint32_t kept = 0;
  for (const Function* f : functions) kept = std::max(kept, kept_registers(*f));
  const bool calls =
      std::any_of(entry.body.begin(), entry.body.end(), [](const Instruction& i) { return i.opcode == Opcode::call; });
  const std::uint32_t relaxed = std::min(free_of_charge, kept * 7 / 4 + 1);
  const std::uint32_t wanted = std::max({calls ? min_with_calls : fewest, relaxed, kept + overhead});
  return std::min(wanted, register_cap(entry));
}

}  // namespace forewarp::analysis
