// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/links.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "forewarp/frontend/launch/argument_value.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/pointer_text.hpp"
#include "forewarp/frontend/launch/signature.hpp"
#include "forewarp/frontend/launch/struct_layout.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

/// A pointer whose target is known by name only: the buffer may be a member of a struct that follows.
struct OpenLink {
  std::size_t argument = 0;
  std::uint64_t at = 0;
  std::string called;
  PointerText to;
};

/// Resolves the name to an argument and the element to a byte offset; one element past the end is allowed, as in C.
Link closed(const OpenLink& open, const Launch& launch, const Parameters& names, unsigned lanes) {
  const auto is_it = [&](const Argument& a) {
    return a.name == open.to.buffer && std::holds_alternative<Buffer>(a.value);
  };
  const auto found = std::ranges::find_if(launch.arguments, is_it);
  if (found == launch.arguments.end())
    throw InputError(fmt::format("argument '{}': '{}' is neither a parameter nor a buffer to point into", open.called,
                                 open.to.buffer));
  const auto& buffer = std::get<Buffer>(found->value);
  const std::int64_t elements = open.to.elements.integer(names);
  const std::uint64_t size = buffer.count / lanes;
  if (elements < 0 || static_cast<std::uint64_t>(elements) > size)
    throw InputError(fmt::format("argument '{}': element {} of buffer '{}', which has {}", open.called, elements,
                                 open.to.buffer, size));
  return {open.argument, open.at, static_cast<std::size_t>(found - launch.arguments.begin()),
          static_cast<std::uint64_t>(elements) * lanes * ptx::size_of(buffer.element)};
}

/// Two phases, since a pointer may refer to a buffer that a later struct brings: add() collects the pointers (and
/// appends buffers of structs to the arguments), finish() resolves them. O(arguments * members) by linear search; both
/// are few.
///
/// Invariant: the first arguments match the parameters one to one; appended buffers follow them and are counted in
/// Launch::unpassed. Example: kernel(A s), s.data a buffer: argument 0 is the bytes of s, argument 1 the buffer, and
/// the link {0, offset of data, 1, 0} says that the bytes at that offset become its address.
class Linking {
 public:
  Linking(Launch& launch, const ptx::Function& entry)
      : launch_(launch), entry_(entry), names_(expression_names(launch)) {}

  void add(std::size_t i, const ArgumentSpec& spec) {
    note_lanes(spec.name, spec);
    if (std::holds_alternative<StructSpec>(spec.value)) return add_struct(i, spec);
    const auto* scalar = std::get_if<ScalarSpec>(&spec.value);
    if (!scalar || !takes_pointer(entry_.parameters[i])) return;
    if (auto pointer = pointer_text(scalar->value, names_)) open_.push_back({i, 0, spec.name, *std::move(pointer)});
  }

  void finish() {
    for (const OpenLink& open : open_) {
      const auto lanes = lanes_.find(open.to.buffer);
      launch_.links.push_back(closed(open, launch_, names_, lanes == lanes_.end() ? 1 : lanes->second));
    }
  }

 private:
  void note_lanes(const std::string& name, const ArgumentSpec& spec) {
    if (const auto* buffer = std::get_if<BufferSpec>(&spec.value)) lanes_[name] = buffer->lanes;
  }

  void add_struct(std::size_t i, const ArgumentSpec& spec) {
    const std::vector<PlacedMember> members = placed_members(spec, names_, entry_, entry_.parameters[i]);
    std::string bytes(entry_.parameters[i].bytes(), '\0');  // placed_members has checked that the members fit
    for (const PlacedMember& member : members) add_member(i, member, bytes);
    launch_.arguments[i].value = std::move(bytes);
  }

  /// A buffer becomes an argument of its own; a pointer is resolved later; a number is encoded in place.
  void add_member(std::size_t i, const PlacedMember& member, std::string& bytes) {
    if (std::holds_alternative<BufferSpec>(member.spec->value)) {
      note_lanes(member.name, *member.spec);
      Argument buffer = argument_value({member.name, member.spec->value}, names_);
      launch_.links.push_back({i, member.offset, launch_.arguments.size(), 0});
      launch_.arguments.push_back(std::move(buffer));
      ++launch_.unpassed;
      return;
    }
    const Expression& value = std::get<ScalarSpec>(member.spec->value).value;
    if (auto pointer = pointer_text(value, names_)) {
      open_.push_back({i, member.offset, member.name, *std::move(pointer)});
      return;
    }
    const std::uint64_t bits = encode(value.evaluate(names_), member.type, fmt::format("member '{}'", member.name));
    std::memcpy(bytes.data() + member.offset, &bits, ptx::size_of(member.type));
  }

  Launch& launch_;
  const ptx::Function& entry_;
  Parameters names_;
  std::vector<OpenLink> open_;
  std::map<std::string, unsigned> lanes_;  ///< of described buffers
};

}  // namespace

void link_arguments(Launch& launch, const ptx::Function& entry, std::span<const ArgumentSpec> given) {
  Linking linking(launch, entry);
  for (std::size_t i = 0; i < entry.parameters.size() && i < launch.arguments.size(); ++i) {
    const auto spec = std::ranges::find(given, launch.arguments[i].name, &ArgumentSpec::name);
    if (spec != given.end()) linking.add(i, *spec);
  }
  linking.finish();
}

}  // namespace forewarp::launch
