// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Kernels are compiled once per instruction set, each into tables of (key, function); the index over all tables of a
// set is built at its first use. A key alone is not enough: operands must have the widths that the kernel touches.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <unordered_map>

#include "forewarp/emulate/lanes/entry.hpp"
#include "forewarp/emulate/lanes/rules.hpp"

namespace forewarp::emu {
namespace lanes {
namespace {

using Index = std::unordered_map<std::string_view, const LaneEntry*>;

Index indexed(std::initializer_list<std::span<const LaneEntry>> tables) {
  Index index;
  for (const auto& table : tables) {
    for (const LaneEntry& entry : table) index.emplace(entry.key, &entry);
  }
  return index;
}

/// The kernels are compiled once per instruction set, each time in a namespace of its own, which
/// `isa` names.
#define FOREWARP_LANES_ALL(isa)                                                                                     \
  {                                                                                                                 \
    isa::integer_table(), isa::multiply_table(), isa::bits_table(), isa::bytes_table(), isa::moves_table(),         \
        isa::compare_table(), isa::single_table(), isa::double_table(), isa::convert_table(), isa::special_table(), \
        isa::half_table(), isa::narrow_table(), isa::cross_table(), isa::matrix_table(), isa::video_table()         \
  }

const Index& index_of(Isa isa) {
#ifdef FOREWARP_LANES_V3
  if (isa == Isa::x86_64_v4) {
    static const Index v4 = indexed(FOREWARP_LANES_ALL(x86_64_v4));
    return v4;
  }
  if (isa == Isa::x86_64_v3) {
    static const Index v3 = indexed(FOREWARP_LANES_ALL(x86_64_v3));
    return v3;
  }
#else
  static_cast<void>(isa);
#endif
  static const Index baseline = indexed(FOREWARP_LANES_ALL(baseline));
  return baseline;
}
#undef FOREWARP_LANES_ALL

/// letters as in LaneEntry::rows: p predicate, q 16 bytes, l and d 8 bytes, all others 4.
bool register_fits(const ptx::Function& function, const ptx::Operand& operand, char letter) {
  const auto index = static_cast<std::size_t>(operand.index);
  if (index >= function.registers.size()) return false;
  const ptx::Type type = function.registers[index].type;
  switch (letter) {
    case 'p':
      return type == ptx::Type::pred;
    case 'q':
      return row_bytes(type) == 16 && !operand.negated;
    case 'l':
    case 'd':
      return row_bytes(type) == 8 && !operand.negated;
    default:
      return row_bytes(type) == 4 && !operand.negated;
  }
}

bool operand_fits(const ptx::Function& function, const ptx::Operand& operand, char letter, bool destination,
                  bool may_be_absent) {
  using enum ptx::OperandKind;
  if (operand.kind == reg && operand.component != 0) return false;
  switch (operand.kind) {
    case reg:
      return register_fits(function, operand, letter) && !(destination && operand.negated);
    case sink:
      return destination && may_be_absent;
    case immediate:
      return !destination && letter != 'q';
    case special:  // one of them is a predicate
      return !destination && letter != 'q' && (letter == 'p') == (operand.special == ptx::Special::is_explicit_cluster);
    case symbol:
      return !destination && letter != 'q' && letter != 'p';
    case label:
    case address:
    case vector:
      break;
  }
  return false;
}

/// Whether the operands are as many, and of the widths, as the entry's kernel will touch. With two
/// or more destinations any may be '_'. This is what makes kernels safe without checks of their
/// own: they read and write rows of fixed widths, and PTX text that declares a register of another
/// width is refused here.
bool operands_fit(const ptx::Function& function, const ptx::Instruction& instruction, const LaneEntry& entry,
                  const Request& request) {
  std::string_view letters = entry.rows;
  if (request.carries) letters.remove_suffix(1);
  std::vector<ptx::Operand> flat = flattened(function, instruction);
  if (flat.size() != letters.size()) return false;
  for (std::size_t i = 0; i < flat.size(); ++i) {
    // Video instructions choose a byte or half and a sign of their operands; the kernel does so
    // itself.
    if (request.selects && flat[i].kind == ptx::OperandKind::reg) {
      flat[i].component = 0;
      flat[i].negated = false;
    }
    if (!operand_fits(function, flat[i], letters[i], i<entry.destinations, entry.destinations> 1)) return false;
  }
  return true;
}

LaneChoice choice_of(const LaneEntry& entry, std::uint32_t control) {
  const Fusion fusion = entry.scalar != nullptr ? entry.fusion : Fusion::none;
  return {entry.fn, control, entry.destinations, entry.rows, entry.scalar, fusion};
}

}  // namespace
}  // namespace lanes

std::optional<LaneChoice> lane_op_called(std::string_view key, Isa isa) {
  const lanes::Index& index = lanes::index_of(isa);
  const auto found = index.find(key);
  if (found == index.end()) return std::nullopt;
  return lanes::choice_of(*found->second, 0);
}

std::optional<LaneChoice> select_lane_op(const ptx::Function& function, const ptx::Instruction& instruction, Isa isa) {
  const std::optional<lanes::Request> request = lanes::request(function, instruction);
  if (!request) return std::nullopt;
  const lanes::Index& index = lanes::index_of(isa);
  const auto found = index.find(request->key);
  if (found == index.end()) return std::nullopt;
  const lanes::LaneEntry& entry = *found->second;
  if (!lanes::operands_fit(function, instruction, entry, *request)) return std::nullopt;
  return lanes::choice_of(entry, request->control);
}

}  // namespace forewarp::emu
