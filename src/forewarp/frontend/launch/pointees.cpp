// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::launch {
namespace {

using ptx::MemoryKind;
using ptx::Opcode;
using ptx::OperandKind;

/// Which registers take part in floating arithmetic: compilers load floats as .b32.
std::vector<bool> float_registers(const ptx::Function& function) {
  std::vector<bool> found(function.registers.size());
  for (std::size_t i = 0; i < found.size(); ++i) found[i] = is_real(function.registers[i].type);
  for (const ptx::Instruction& instruction : function.body) {
    const auto operands = function.operands_of(instruction);
    const bool converts = instruction.opcode == Opcode::cvt;
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
  const bool first = ptx::memory_kind(instruction.opcode) == ptx::MemoryKind::load;
  if (operands.size() < 2) return nullptr;
  const bool second = instruction.opcode == Opcode::wmma_store;  // its stride comes last
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

class PointeeFinder {
 public:
  PointeeFinder(const ptx::Function& entry, const analysis::Dependence& dependence)
      : entry_(entry), dependence_(dependence), floats_(float_registers(entry)), out_(entry.parameters.size()) {}

  std::vector<Pointee> run() {
    const analysis::Words& pointers = dependence_.pointers;
    for (std::size_t w = 0; w < dependence_.words.size(); ++w)
      if (pointers.test(w) && whole(w)) out_[dependence_.words[w].parameter].is_pointer = true;
    for (const ptx::Instruction& i : entry_.body) accessed(i);
    for (const analysis::BranchSite& branch : dependence_.branches)
      if (branch.leaves_loop)
        for (std::size_t w = 0; w < dependence_.words.size(); ++w)
          if (branch.sources.contents.test(w)) out_[dependence_.words[w].parameter].decides_loop = true;
    return std::move(out_);
  }

 private:
  /// Not a member of a struct.
  [[nodiscard]] bool whole(std::size_t word) const {
    return !entry_.parameters[dependence_.words[word].parameter].is_array;
  }

  void accessed(const ptx::Instruction& i) {
    if (i.space == ptx::StateSpace::param) return;
    const auto operands = entry_.operands_of(i);
    switch (ptx::memory_kind(i.opcode)) {
      case MemoryKind::load:
      case MemoryKind::store:
      case MemoryKind::atomic:
      case MemoryKind::reduction:
        for (const ptx::Operand& operand : operands)
          if (operand.kind == OperandKind::address) through(i, operand, element_of(entry_, i, floats_));
        return;
      case MemoryKind::copy:
        if (operands.size() < 2) return;
        through(i, operands[0], ptx::Type::none);
        through(i, operands[1], ptx::Type::none);
        return;
      case MemoryKind::none:
      case MemoryKind::prefetch:
      case MemoryKind::hint:
        return;
    }
  }

  void through(const ptx::Instruction& i, const ptx::Operand& address, ptx::Type type) {
    const analysis::Words words = dependence_.targets_of(entry_, address).words & dependence_.pointers;
    const bool first_of_two = i.opcode == Opcode::ld && !seen_.insert({address.index, address.offset}).second;
    for (std::size_t w = 0; w < dependence_.words.size(); ++w) {
      if (!words.test(w) || !whole(w)) continue;
      Pointee& pointee = out_[dependence_.words[w].parameter];
      pointee.is_pointer = true;
      if (pointee.type == ptx::Type::none) pointee.type = type;
      pointee.lanes = std::max<unsigned>(pointee.lanes, i.vector);
      const std::int64_t step = ptx::size_of(i.type());
      const bool neighbour = seen_.contains({address.index, address.offset - step}) ||
                             seen_.contains({address.index, address.offset + step});
      if (i.opcode == Opcode::ld && i.vector == 1 && neighbour && !first_of_two) pointee.has_neighbours = true;
    }
  }

  const ptx::Function& entry_;
  const analysis::Dependence& dependence_;
  std::vector<bool> floats_;
  std::set<std::pair<std::int32_t, std::int64_t>> seen_;  ///< registers and offsets that were loaded from
  std::vector<Pointee> out_;
};

}  // namespace

std::vector<Pointee> pointees_of(const ptx::Function& entry, const analysis::Dependence& dependence) {
  return PointeeFinder(entry, dependence).run();
}

}  // namespace forewarp::launch
