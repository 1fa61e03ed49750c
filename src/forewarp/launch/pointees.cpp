// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>

#include "forewarp/launch/element.hpp"
#include "forewarp/launch/guess.hpp"

namespace forewarp::launch {
namespace {

using ptx::OperandKind;

bool accesses_memory(ptx::Opcode opcode) {
  return opcode == ptx::Opcode::ld || opcode == ptx::Opcode::ldu || opcode == ptx::Opcode::st ||
         opcode == ptx::Opcode::atom || opcode == ptx::Opcode::red || opcode == ptx::Opcode::wmma_load ||
         opcode == ptx::Opcode::wmma_store;
}

/// For each register, the kernel parameter its value is derived from by address arithmetic, or none.
class Origins {
 public:
  explicit Origins(const ptx::Function& function) : function_(function), origin_(function.registers.size(), none) {
    for (std::size_t i = 0; i < function.parameters.size(); ++i)
      parameters_.try_emplace(function.parameters[i].name, static_cast<std::int32_t>(i));
    // Blocks may come in any order, so a value may be used (in the text) before it is made; chains across are short.
    for (unsigned pass = 0; pass < 8 && propagate(); ++pass) {
    }
  }
  static constexpr std::int32_t none = -1;
  [[nodiscard]] std::int32_t of(std::int32_t reg) const {
    return reg >= 0 && static_cast<std::size_t>(reg) < origin_.size() ? origin_[static_cast<std::size_t>(reg)] : none;
  }

 private:
  bool propagate() {
    bool changed = false;
    for (const ptx::Instruction& instruction : function_.body) {
      const auto operands = function_.operands_of(instruction);
      if (operands.size() < 2 || operands[0].kind != OperandKind::reg || of(operands[0].index) != none) continue;
      const std::int32_t found = source(instruction, operands.subspan(1));
      if (found == none || static_cast<std::size_t>(operands[0].index) >= origin_.size()) continue;
      origin_[static_cast<std::size_t>(operands[0].index)] = found;
      changed = true;
    }
    return changed;
  }

  std::int32_t source(const ptx::Instruction& instruction, std::span<const ptx::Operand> from) const {
    if (ptx::size_of(instruction.type()) != 8) return none;
    if (instruction.opcode == ptx::Opcode::ld)
      return instruction.space == ptx::StateSpace::param ? parameter(from[0].name) : none;
    if (accesses_memory(instruction.opcode)) return none;
    for (const ptx::Operand& operand : from)
      if (operand.kind == OperandKind::reg && of(operand.index) != none) return of(operand.index);
    return none;
  }

  std::int32_t parameter(std::string_view name) const {
    const auto found = parameters_.find(name);
    return found != parameters_.end() ? found->second : none;
  }

  const ptx::Function& function_;
  std::vector<std::int32_t> origin_;
  std::map<std::string_view, std::int32_t> parameters_;
};

/// Which registers take part in floating arithmetic: compilers load floats as .b32.
std::vector<bool> float_registers(const ptx::Function& function) {
  std::vector<bool> found(function.registers.size());
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = is_real(function.registers[i].type);
  for (const ptx::Instruction& instruction : function.body) {
    const auto operands = function.operands_of(instruction);
    const bool converts = instruction.opcode == ptx::Opcode::cvt;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const ptx::Type type = instruction.type(converts ? static_cast<unsigned>(std::min<std::size_t>(i, 3)) : 0);
      const auto reg = static_cast<std::size_t>(operands[i].index);
      if (operands[i].kind == OperandKind::reg && reg < found.size() && is_real(type) &&
          ptx::size_of(function.registers[reg].type) == ptx::size_of(type))
        found[reg] = true;
    }
  }
  return found;
}

/// The register (first of a vector) that an access loads or stores.
const ptx::Operand* value_of(const ptx::Function& function, const ptx::Instruction& instruction) {
  const auto operands = function.operands_of(instruction);
  const bool first = instruction.opcode == ptx::Opcode::ld || instruction.opcode == ptx::Opcode::ldu ||
                     instruction.opcode == ptx::Opcode::wmma_load;
  if (operands.size() < 2) return nullptr;
  const bool second = instruction.opcode == ptx::Opcode::wmma_store;  // its stride comes last
  const ptx::Operand& value = first ? operands[0] : second ? operands[1] : operands.back();
  if (value.kind != OperandKind::vector) return &value;
  return value.count > 0 ? &function.elements_of(value)[0] : nullptr;
}

ptx::Type element_of(const ptx::Function& function, const ptx::Instruction& instruction,
                     const std::vector<bool>& floats) {
  const ptx::Type type = instruction.type();
  const ptx::Operand* value = value_of(function, instruction);
  const bool is_float = value && value->kind == OperandKind::reg &&
                        static_cast<std::size_t>(value->index) < floats.size() &&
                        floats[static_cast<std::size_t>(value->index)];
  if (is_real(type) || !is_element(type)) return is_real(type) ? type : ptx::Type::none;
  if (is_float) return ptx::size_of(type) == 8 ? ptx::Type::f64 : ptx::size_of(type) == 4 ? ptx::Type::f32 : type;
  switch (ptx::size_of(type)) {
    case 1:
      return ptx::Type::u8;
    case 2:
      return type == ptx::Type::b16 ? ptx::Type::f16 : type;  // a half is moved as .b16, a short as .u16
    case 4:
      return type == ptx::Type::u32 ? type : ptx::Type::s32;
    default:
      return type == ptx::Type::u64 ? type : ptx::Type::s64;
  }
}

}  // namespace

std::vector<ptx::Type> pointee_types(const ptx::Function& entry) {
  std::vector<ptx::Type> types(entry.parameters.size(), ptx::Type::none);
  const Origins origins(entry);
  const std::vector<bool> floats = float_registers(entry);
  for (const ptx::Instruction& instruction : entry.body) {
    if (!accesses_memory(instruction.opcode) || instruction.space == ptx::StateSpace::param) continue;
    for (const ptx::Operand& operand : entry.operands_of(instruction)) {
      if (operand.kind != OperandKind::address) continue;
      const std::int32_t parameter = origins.of(operand.index);
      if (parameter != Origins::none && types[static_cast<std::size_t>(parameter)] == ptx::Type::none)
        types[static_cast<std::size_t>(parameter)] = element_of(entry, instruction, floats);
    }
  }
  return types;
}

}  // namespace forewarp::launch
