// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/def_use.hpp"

// The lists by register are the lists by instruction, inverted with a counting sort: count the instructions of each
// register, sum the counts to the places where the lists begin, then put each instruction in. Instructions are put in
// text order, so each list is ascending, and an instruction that names a register twice finds itself at the end of the
// list. O(instructions + registers + operands) in two passes and two allocations, where a vector per register would
// take one allocation per register.
//
// Example:                        sources      written     definitions            readers
//     0: mov %r1, %r0;            r0           r1          r1: 0                  r0: 0
//     1: add %r2, %r1, %r1;       r1 r1        r2          r2: 1, 2               r1: 1
//     2: @%p0 mov %r2, 7;         p0           r2                                 p0: 2
#include "forewarp/frontend/analysis/register_access.hpp"

namespace forewarp::analysis {

void RegisterLists::add(const ptx::Function& function, const ptx::Instruction& instruction, std::uint32_t base) {
  const auto append = [&](std::uint32_t reg) { pool_.push_back(base + reg); };
  Range range{.sources = end()};
  for_each_read(function, instruction, append);
  range.written = end();
  for_each_written(function, instruction, append);
  range.address = end();
  for (const ptx::Operand& operand : function.operands_of(instruction))
    if (operand.kind == ptx::OperandKind::address && operand.index >= 0)
      append(static_cast<std::uint32_t>(operand.index));
  ranges_.push_back(range);
}

DefUse::DefUse(const ptx::Function& function) : function_(function) {
  for (const ptx::Instruction& instruction : function.body) registers_.add(function, instruction);
  definitions_ = inverted([&](std::uint32_t n) { return written(n); });
  readers_ = inverted([&](std::uint32_t n) { return sources(n); });
}

template <typename List>
DefUse::ByRegister DefUse::inverted(const List& list) const {
  ByRegister out;
  std::vector<std::uint32_t> last(registers(), instructions());  // the last instruction that was counted, or put in
  out.first.resize(registers() + 1);
  for (std::uint32_t n = 0; n < instructions(); ++n)
    for (const std::uint32_t reg : list(n)) {
      if (last[reg] != n) ++out.first[reg + 1];
      last[reg] = n;
    }
  for (std::uint32_t reg = 0; reg < registers(); ++reg) out.first[reg + 1] += out.first[reg];
  out.all.resize(out.first.back());
  std::vector<std::uint32_t> next(out.first.begin(), out.first.end() - 1);
  for (std::uint32_t n = 0; n < instructions(); ++n)
    for (const std::uint32_t reg : list(n))
      if (next[reg] == out.first[reg] || out.all[next[reg] - 1] != n) out.all[next[reg]++] = n;
  return out;
}

}  // namespace forewarp::analysis
