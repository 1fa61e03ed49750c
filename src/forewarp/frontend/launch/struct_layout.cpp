// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
//
// Members are placed one after the other, each at the next multiple of its size. A number without a type takes the type
// of the load that begins at the place where a member of that load's size would begin. A nested struct begins at a
// multiple of its largest member, which is only known once its members are placed: the smallest alignment that agrees
// with them is taken.
//
//     {1, 2.5, buffer:f32:n} of a kernel that loads .u32 at 0, .f64 at 8, .u64 at 16:   offsets 0, 8, 16; 24 bytes
//
// Where that leaves a member without a type, because the kernel does not read it, every type that it may have is tried
// (integers of 4, 8, 1 and 2 bytes, floating point numbers of 4 and 8), depth first, dropping what cannot be completed:
// the struct must have the parameter's size, and each load must lie in a member. The first such layout is taken if all
// of them give each load the same member; which type an unread member has then changes nothing.
//
//     {1, 2.5, 7} of 24 bytes, of which .f64 at 8 is read:   s32 at 0, f64 at 8, s64 at 16; as good: s64 at 0
//     {1, 2, 3} of 16 bytes, of which .u32 at 8 is read:     that is 2 after an s64, or 3 after two s32: refused
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

/// What the kernel reads of the parameter: "u32 at 0", and what an address in a register leaves open.
std::string reads_text(const std::vector<ParameterLoad>& loads, bool anywhere) {
  if (!anywhere) return loads_text(loads);
  return loads.empty() ? "it at offsets that it computes"
                       : loads_text(loads) + ", and more at offsets that it computes";
}

class Placing {
 public:
  Placing(const ArgumentSpec& argument, const Parameters& names, const ptx::Function& entry,
          const ptx::Variable& parameter)
      : argument_(argument),
        names_(names),
        parameter_(parameter),
        loads_(parameter_loads(entry, parameter)),
        anywhere_(takes_address(entry, parameter)) {}

  using Members = std::vector<PlacedMember>;

  Members run() {
    Members placed;
    std::uint64_t end = 0;
    const std::uint64_t alignment = place(argument_, argument_.name, end, placed);
    if (aligned(end, alignment) != parameter_.bytes())
      throw InputError(fmt::format(
          "argument '{}': its members take {} bytes, the kernel's parameter {} has {}; the kernel reads {}",
          argument_.name, aligned(end, alignment), parameter_.name, parameter_.bytes(), reads_text(loads_, anywhere_)));
    return placed;
  }

  /// All layouts that agree with the loads when members without a type may be unread; empty where there are too many.
  std::vector<Members> search() {
    searching_ = true;
    std::vector<Members> all;
    for (unsigned tries = 0; tries < max_tries; ++tries) {
      deepest_ = 0;
      try {
        Members placed = run();
        if (covers_loads(placed)) all.push_back(std::move(placed));
        deepest_ = open_.size();
      } catch (const InputError&) {  // nothing that begins like this can be completed
      }
      if (all.size() > max_layouts || !next()) return all.size() > max_layouts ? std::vector<Members>() : all;
    }
    return {};
  }

 private:
  static constexpr unsigned max_tries = 20000;
  static constexpr std::size_t max_layouts = 1000;

  /// A member without a type, and which of its possible types is tried.
  struct Open {
    const ArgumentSpec* member = nullptr;
    std::size_t tried = 0, types = 0;
  };

  /// Goes on to the next type of the deepest member that the last try asked for; false when all were tried.
  bool next() {
    open_.resize(std::min(open_.size(), deepest_));
    while (!open_.empty() && open_.back().tried + 1 >= open_.back().types) open_.pop_back();
    if (open_.empty()) return false;
    ++open_.back().tried;
    return true;
  }

  /// The member's type in this try: what the kernel loads there, then what it may be if it is not read.
  ptx::Type tried_type(const ArgumentSpec& member, const ParameterLoad* load) {
    const Expression& value = std::get<ScalarSpec>(member.value).value;
    const bool whole = std::holds_alternative<std::int64_t>(value.evaluate(names_));
    std::vector<ptx::Type> types = whole ? std::vector{ptx::Type::s32, ptx::Type::s64, ptx::Type::s8, ptx::Type::s16}
                                         : std::vector{ptx::Type::f32, ptx::Type::f64};
    const ptx::Type loaded = load ? loaded_type(value, *load) : ptx::Type::none;
    if (loaded != ptx::Type::none) types.insert(types.begin(), loaded);
    auto open = std::ranges::find(open_, &member, &Open::member);
    if (open == open_.end()) open = open_.insert(open_.end(), {&member, 0, 0});
    open->types = types.size();  // of a nested struct's first member they depend on the alignment that is tried
    deepest_ = std::max(deepest_, static_cast<std::size_t>(open - open_.begin()) + 1);
    const ptx::Type type = types[std::min(open->tried, types.size() - 1)];
    is_unread_ = type != loaded;
    return type;
  }

  /// none where the value cannot be what the kernel loads.
  [[nodiscard]] ptx::Type loaded_type(const Expression& value, const ParameterLoad& load) const {
    try {
      return type_for(value, "", load);
    } catch (const InputError&) {
      return ptx::Type::none;
    }
  }

  [[nodiscard]] bool covers_loads(const Members& members) const {
    return std::ranges::all_of(loads_, [&](const ParameterLoad& load) {
      return std::ranges::any_of(members, [&](const PlacedMember& m) {
        return m.offset <= load.offset && load.offset < m.offset + ptx::size_of(m.type);
      });
    });
  }

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
      if (searching_) refuse_dead_end(called, end, at, type);
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
    is_unread_ = false;
    if (!scalar || pointer_text(scalar->value, names_)) return ptx::Type::b64;
    if (scalar->type != ptx::Type::none) return scalar->type;
    const auto load = std::ranges::find_if(loads_, [&](const ParameterLoad& l) {
      const std::uint64_t size = ptx::size_of(l.type);
      return size != 0 && size <= 8 && l.offset >= end && aligned(end, size) == l.offset;
    });
    if (searching_) return tried_type(member, load == loads_.end() ? nullptr : &*load);
    if (load != loads_.end()) return type_for(scalar->value, name, *load);
    throw InputError(
        fmt::format("argument '{}', member {} (byte {} or after it): the kernel does not read it, so its type is not "
                    "known: give it, as in s32:{}; the kernel reads {}",
                    argument_.name, name, end, scalar->value.text(), loads_text(loads_)));
  }

  /// A member that is larger than the struct's alignment or leaves the parameter, that leaves a load before it in no
  /// member, or that is taken for unread and is read: but a part of an integer may be all that is used.
  void refuse_dead_end(const std::string& name, std::uint64_t end, std::uint64_t at, ptx::Type type) const {
    const std::uint64_t size = ptx::size_of(type);
    const bool misplaced = std::ranges::any_of(loads_, [&](const ParameterLoad& l) {
      const bool skipped = l.offset >= end && l.offset < at;
      const bool meets = l.offset < at + size && at < l.offset + ptx::size_of(l.type);
      const bool part = !is_real(type) && !is_real(l.type) && l.offset >= at && ptx::size_of(l.type) <= size;
      return skipped || (is_unread_ && meets && !part);
    });
    const bool too_large = parameter_.alignment > 0 && size > parameter_.alignment;
    if (misplaced || too_large || at + size > parameter_.bytes())
      throw InputError(fmt::format("member {} cannot lie there", name));
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
  bool anywhere_ = false;  ///< it may be read through an address as well
  bool searching_ = false;
  bool is_unread_ = false;   ///< the member that is being placed has a type that no load gave it
  std::vector<Open> open_;   ///< in the order in which they are asked for
  std::size_t deepest_ = 0;  ///< how many of them the last try asked for
};

/// Which bytes of which members each load reads; of a parameter that may be read anywhere, where all members lie.
std::string read_by_loads(const std::vector<PlacedMember>& members, const std::vector<ParameterLoad>& loads, bool all) {
  std::string text;
  for (const PlacedMember& m : members) {
    const std::uint64_t size = ptx::size_of(m.type);
    if (all) text += fmt::format("{}:{},{};", m.name, m.offset, size);
    for (const ParameterLoad& load : loads) {
      const std::uint64_t bytes = ptx::size_of(load.type);
      if (m.offset + size <= load.offset || load.offset + bytes <= m.offset) continue;
      text += fmt::format("{}@{}:{},{};", m.name, load.offset, static_cast<std::int64_t>(m.offset - load.offset),
                          is_real(m.type) ? size : std::min(size, bytes));
    }
  }
  return text;
}

/// "{s64:1, s32:2}": the members of numbers with the types that they have in a layout.
std::string typed_text(const ArgumentSpec& of, const std::vector<PlacedMember>& members) {
  std::string text;
  for (const ArgumentSpec& member : std::get<StructSpec>(of.value).members) {
    const auto placed = std::ranges::find(members, &member, &PlacedMember::spec);
    const auto* scalar = std::get_if<ScalarSpec>(&member.value);
    const std::string named = member.name.empty() ? "" : member.name + "=";
    const std::string value = std::holds_alternative<StructSpec>(member.value) ? typed_text(member, members)
                              : scalar && placed != members.end()
                                  ? fmt::format("{}:{}", ptx::name_of(placed->type), scalar->value.text())
                                  : "...";
    text += (text.empty() ? "" : ",") + named + value;
  }
  return "{" + text + "}";
}

}  // namespace

std::vector<PlacedMember> placed_members(const ArgumentSpec& argument, const Parameters& names,
                                         const ptx::Function& entry, const ptx::Variable& parameter) {
  try {
    return Placing(argument, names, entry, parameter).run();
  } catch (const InputError&) {
    const auto layouts = Placing(argument, names, entry, parameter).search();
    if (layouts.empty()) throw;
    const auto loads = parameter_loads(entry, parameter);
    const bool anywhere = takes_address(entry, parameter);
    const std::string reads = read_by_loads(layouts.front(), loads, anywhere);
    const auto other = std::ranges::find_if(
        layouts, [&](const auto& layout) { return read_by_loads(layout, loads, anywhere) != reads; });
    if (other == layouts.end()) return layouts.front();
    throw InputError(fmt::format(
        "argument '{0}': {1} bytes can hold its members in several ways, and the kernel reads {2}: give the "
        "types, as in "
        "{0}={3} or {0}={4}",
        argument.name, parameter.bytes(), reads_text(loads, anywhere), typed_text(argument, layouts.front()),
        typed_text(argument, *other)));
  }
}

}  // namespace forewarp::launch
