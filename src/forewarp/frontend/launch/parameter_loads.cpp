// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/parameter_loads.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/frontend/launch/element.hpp"

namespace forewarp::launch {

std::vector<ParameterLoad> parameter_loads(const ptx::Function& entry, const ptx::Variable& parameter) {
  std::vector<ParameterLoad> loads;
  for (const ptx::Instruction& instruction : entry.body) {
    const bool reads = instruction.opcode == ptx::Opcode::ld &&
                       (instruction.space == ptx::StateSpace::param || instruction.space == ptx::StateSpace::const_);
    if (!reads) continue;
    for (const ptx::Operand& operand : entry.operands_of(instruction)) {
      if (operand.kind != ptx::OperandKind::address || operand.name != parameter.name || operand.offset < 0) continue;
      const unsigned size = ptx::size_of(instruction.type());
      for (unsigned i = 0; i < instruction.vector && is_element(instruction.type()); ++i)
        loads.push_back({static_cast<std::uint64_t>(operand.offset) + std::uint64_t{i} * size, instruction.type()});
    }
  }
  std::ranges::sort(loads, {}, &ParameterLoad::offset);
  const auto same = [](const ParameterLoad& a, const ParameterLoad& b) { return a.offset == b.offset; };
  loads.erase(std::unique(loads.begin(), loads.end(), same), loads.end());
  return loads;
}

std::string loads_text(const std::vector<ParameterLoad>& loads) {
  std::string text;
  for (const ParameterLoad& load : loads)
    text += fmt::format("{}{} at {}", text.empty() ? "" : ", ", ptx::name_of(load.type), load.offset);
  return text.empty() ? "none of it" : text;
}

bool takes_address(const ptx::Function& entry, const ptx::Variable& parameter) {
  return std::ranges::any_of(entry.body, [&](const ptx::Instruction& instruction) {
    if (instruction.opcode == ptx::Opcode::ld) return false;
    return std::ranges::any_of(entry.operands_of(instruction),
                               [&](const ptx::Operand& o) { return o.name == parameter.name; });
  });
}

}  // namespace forewarp::launch
