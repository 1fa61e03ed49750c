// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
//
// Members are placed one after the other, each at the next multiple of its size. A number without a type takes the type
// of the load that begins at the place where a member of that load's size would begin. A nested struct begins at a
// multiple of its largest member, which is only known once its members are placed: the smallest alignment that agrees
// with them is taken.
//
//     {1, 2.5, buffer:f32:n} of a kernel that loads .u32 at 0, .f64 at 8, .u64 at 16:   offsets 0, 8, 16; 24 bytes
#include "forewarp/frontend/launch/struct_layout.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/pointer_text.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

std::uint64_t aligned(std::uint64_t at, std::uint64_t alignment) {
  return (at + alignment - 1) / alignment * alignment;
}

std::string loads_text(const std::vector<ParameterLoad>& loads) {
  std::string text;
  for (const ParameterLoad& load : loads)
    text += fmt::format("{}{} at {}", text.empty() ? "" : ", ", ptx::name_of(load.type), load.offset);
  return text.empty() ? "none of it" : text;
}

class Placing {
 public:
  Placing(const ArgumentSpec& argument, const Parameters& names, const ptx::Function& entry,
          const ptx::Variable& parameter)
      : argument_(argument), names_(names), parameter_(parameter), loads_(parameter_loads(entry, parameter)) {}

  std::vector<PlacedMember> run() {
    std::uint64_t end = 0;
    const std::uint64_t alignment = place(argument_, argument_.name, end, placed_);
    if (aligned(end, alignment) != parameter_.bytes())
      throw InputError(fmt::format(
          "argument '{}': its members take {} bytes, the kernel's parameter {} has {}; the kernel reads {}",
          argument_.name, aligned(end, alignment), parameter_.name, parameter_.bytes(), loads_text(loads_)));
    return std::move(placed_);
  }

 private:
  using Members = std::vector<PlacedMember>;

  /// Places the members of a struct from `end` on, moves `end` after them and returns the struct's alignment.
  std::uint64_t place(const ArgumentSpec& of, const std::string& name, std::uint64_t& end, Members& out) {
    std::uint64_t alignment = 1;
    std::size_t number = 0;
    for (const ArgumentSpec& member : std::get<StructSpec>(of.value).members) {
      const std::string called = name + "." + (member.name.empty() ? std::to_string(number + 1) : member.name);
      ++number;
      if (std::holds_alternative<StructSpec>(member.value)) {
        alignment = std::max(alignment, place_nested(member, called, end, out));
        continue;
      }
      const ptx::Type type = type_of(member, called, end);
      const std::uint64_t size = ptx::size_of(type), at = aligned(end, size);
      refuse_other_loads(called, at, type);
      out.push_back({called, at, type, &member});
      end = at + size;
      alignment = std::max(alignment, size);
    }
    return alignment;
  }

  std::uint64_t place_nested(const ArgumentSpec& member, const std::string& name, std::uint64_t& end, Members& out) {
    for (const std::uint64_t tried : {1U, 2U, 4U, 8U}) {
      std::uint64_t after = aligned(end, tried);
      Members inside;
      if (tried < 8 && !fits(member, name, after, tried)) continue;
      const std::uint64_t alignment = place(member, name, after, inside);
      end = aligned(after, alignment);
      out.insert(out.end(), inside.begin(), inside.end());
      return alignment;
    }
    return 1;
  }

  /// Whether a struct that begins here has no member of a larger alignment.
  bool fits(const ArgumentSpec& member, const std::string& name, std::uint64_t begin, std::uint64_t alignment) {
    Members inside;
    try {
      return place(member, name, begin, inside) <= alignment;
    } catch (const InputError&) {  // with another alignment the members lie elsewhere
      return false;
    }
  }

  ptx::Type type_of(const ArgumentSpec& member, const std::string& name, std::uint64_t end) {
    const auto* scalar = std::get_if<ScalarSpec>(&member.value);
    if (!scalar || pointer_text(scalar->value, names_)) return ptx::Type::b64;
    if (scalar->type != ptx::Type::none) return scalar->type;
    for (const ParameterLoad& load : loads_) {
      const std::uint64_t size = ptx::size_of(load.type);
      if (size == 0 || size > 8 || load.offset < end || aligned(end, size) != load.offset) continue;
      return type_for(scalar->value, name, load);
    }
    throw InputError(
        fmt::format("argument '{}', member {} (byte {} or after it): the kernel does not read it, so its type is not "
                    "known: say it, as in s32:{}; the kernel reads {}",
                    argument_.name, name, end, scalar->value.text(), loads_text(loads_)));
  }

  /// The value's type where the kernel loads it so. Compilers load integers of either sign alike, and may load a float
  /// as bits; a number with a point is no integer.
  ptx::Type type_for(const Expression& value, const std::string& name, const ParameterLoad& load) const {
    if (is_real(load.type)) return load.type;
    const unsigned size = ptx::size_of(load.type);
    const bool whole = std::holds_alternative<std::int64_t>(value.evaluate(names_));
    const bool is_bits = ptx::name_of(load.type).starts_with('b');
    if (!whole && (size < 4 || !is_bits))
      throw InputError(fmt::format("argument '{}', member {}: {} is not an integer, but the kernel reads {} at {}",
                                   argument_.name, name, value.text(), ptx::name_of(load.type), load.offset));
    if (!whole) return size == 8 ? ptx::Type::f64 : ptx::Type::f32;
    return size == 8 ? ptx::Type::b64 : size == 4 ? ptx::Type::b32 : size == 2 ? ptx::Type::b16 : ptx::Type::b8;
  }

  /// A load that begins inside of the member, or reads a part of a floating point number, shows that it lies elsewhere.
  /// A part of an integer may be all that is used.
  void refuse_other_loads(const std::string& name, std::uint64_t at, ptx::Type type) const {
    const std::uint64_t size = ptx::size_of(type);
    for (const ParameterLoad& load : loads_) {
      const bool inside = load.offset > at && load.offset < at + size;
      const bool part = load.offset == at && is_real(type) && ptx::size_of(load.type) < size;
      if (inside || part)
        throw InputError(fmt::format(
            "argument '{}', member {} is a {} in bytes {} to {}, but the kernel reads {} at {}", argument_.name, name,
            ptx::name_of(type), at, at + size - 1, ptx::name_of(load.type), load.offset));
    }
  }

  const ArgumentSpec& argument_;
  const Parameters& names_;
  const ptx::Variable& parameter_;
  std::vector<ParameterLoad> loads_;
  Members placed_;
};

}  // namespace

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

std::vector<PlacedMember> placed_members(const ArgumentSpec& argument, const Parameters& names,
                                         const ptx::Function& entry, const ptx::Variable& parameter) {
  return Placing(argument, names, entry, parameter).run();
}

}  // namespace forewarp::launch
