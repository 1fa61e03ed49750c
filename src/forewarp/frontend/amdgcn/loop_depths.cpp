// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/loop_depths.hpp"

#include <algorithm>

#include "forewarp/support/one_of.hpp"

namespace forewarp::amdgcn {

LoopDepths::LoopDepths(const Kernel& machine) {
  for (std::size_t k = 0; k < machine.code.instructions.size(); ++k) {
    const machine::Instruction& i = machine.code.instructions[k];
    const Access& access = machine.accesses[k];
    const Place& place = machine.places[access.place];
    if (!i.info || place.line == 0) continue;
    of_[{place, i.effect()}].machine.insert(access.depth);
    if (const Arithmetic arithmetic = arithmetic_of(i, access); arithmetic != Arithmetic::any)
      of_[{place, i.effect(), arithmetic}].machine.insert(access.depth);
  }
}

std::uint32_t LoopDepths::Depths::most() const {
  return ptx.empty() || machine.empty() ? 0 : std::min(*ptx.rbegin(), *machine.rbegin());
}

std::uint32_t LoopDepths::of_machine(const Kind& kind, std::uint32_t depth) const {
  const auto found = of_.find(kind);
  return found == of_.end() ? 0 : std::min(depth, found->second.most());
}

std::uint32_t LoopDepths::of_ptx(const Kind& kind, std::uint32_t depth) const {
  const auto found = of_.find(kind);
  if (found == of_.end()) return 0;
  const std::uint32_t most = found->second.most();
  const auto at = found->second.machine.lower_bound(std::min(depth, most));
  return at == found->second.machine.end() ? most : std::min(*at, most);
}

Arithmetic arithmetic_of(const machine::Instruction& i, const Access& access) {
  using machine::Pipe;
  if (!i.info || i.effect() != machine::Effect::none) return Arithmetic::any;
  if (is_one_of(i.info->pipe, Pipe::fp32, Pipe::fp64)) return access.results > 0 ? Arithmetic::floats : Arithmetic::any;
  return is_one_of(i.info->pipe, Pipe::int_add, Pipe::int_mul, Pipe::shift) ? Arithmetic::integers : Arithmetic::any;
}

}  // namespace forewarp::amdgcn
