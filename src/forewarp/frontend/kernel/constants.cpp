// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/constants.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/frontend/launch/argument_value.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/fill.hpp"
#include "forewarp/frontend/launch/struct_layout.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::kernel {
namespace {

bool in_memory(const ptx::Variable& v) {
  return v.space == ptx::StateSpace::const_ || v.space == ptx::StateSpace::global;
}

/// "img::weights" of _ZN3img7weightsE; nvcc puts a number, the file and a digest before the name of a static one.
std::string source_name(std::string_view ptx_name) {
  std::string name = source::demangled(ptx_name);
  constexpr std::string_view marked = "__nv_static_";
  if (!name.starts_with(marked)) return name;
  for (int parts = 0; parts < 4; ++parts) {
    const std::size_t next = name.find('_', parts == 0 ? marked.size() : 0);
    if (next == std::string::npos) break;
    name.erase(0, next + 1);
  }
  while (name.starts_with('_')) name.erase(0, 1);
  return name;
}

bool is_called(const ptx::Variable& v, std::string_view name) {
  const std::string whole = source_name(v.name);
  const std::size_t scope = whole.rfind("::");
  return v.name == name || whole == name || (scope != std::string::npos && whole.substr(scope + 2) == name) ||
         (v.name.starts_with("__nv_static_") && v.name.ends_with("_" + std::string(name)));
}

const ptx::Variable& variable_called(const std::string& name, const ptx::Module& module) {
  std::vector<std::string> known;
  for (const ptx::Variable& v : module.variables) {
    if (!in_memory(v)) continue;
    if (is_called(v, name)) return v;
    known.push_back(source_name(v.name));
  }
  if (known.empty()) throw InputError(fmt::format("--constant {}: the kernel's file has no such variable", name));
  throw InputError(fmt::format("--constant {}: the kernel's file has no such variable{}: it has {}", name,
                               did_you_mean(name, known), fmt::join(known, ", ")));
}

/// The members of "{1, 2, 3}" in the variable's bytes, which are as many as they are.
std::string struct_bytes(const launch::ArgumentSpec& spec, const ptx::Variable& v, const ptx::Function& entry,
                         const launch::Parameters& names) {
  const auto members = launch::placed_members(spec, names, entry, v);
  std::string bytes(v.bytes(), '\0');
  for (const launch::PlacedMember& member : members) {
    const auto* scalar = std::get_if<launch::ScalarSpec>(&member.spec->value);
    if (!scalar)
      throw InputError(
          fmt::format("--constant {}: member {} is a buffer; constants hold numbers", spec.name, member.name));
    const std::uint64_t bits = launch::encode(scalar->value.evaluate(names), member.type, member.name);
    std::memcpy(bytes.data() + member.offset, &bits, ptx::size_of(member.type));
  }
  return bytes;
}

launch::Argument value_of(const launch::ArgumentSpec& spec, const ptx::Variable& v, const ptx::Function& entry,
                          const launch::Parameters& names) {
  const std::string name(v.name);
  if (std::holds_alternative<launch::StructSpec>(spec.value)) return {name, struct_bytes(spec, v, entry, names)};
  const auto* scalar = std::get_if<launch::ScalarSpec>(&spec.value);
  if (scalar && scalar->type == ptx::Type::none && v.is_array)
    throw InputError(
        fmt::format("--constant {0}: it has {1} bytes: give {0}=buffer:TYPE:COUNT[:FILL], or "
                    "{0}={{TYPE:VALUE,...}}",
                    spec.name, v.bytes()));
  launch::Argument made = launch::argument_value(spec, names, scalar ? &v : nullptr);
  made.name = name;
  const auto* buffer = std::get_if<launch::Buffer>(&made.value);
  const std::uint64_t bytes = buffer ? buffer->bytes() : ptx::size_of(std::get<launch::Scalar>(made.value).type);
  if (buffer ? bytes > v.bytes() : bytes != v.bytes())
    throw InputError(
        fmt::format("--constant {}: its value has {} bytes, the variable has {}", spec.name, bytes, v.bytes()));
  if (buffer) (void)launch::page_source(*buffer);  // a fill that is not possible is said now
  return made;
}

/// Whether the entry or a device function of its file has the variable in its code.
bool mentions(const ptx::Module& module, const ptx::Function& entry, std::string_view name) {
  return std::ranges::any_of(module.functions, [&](const ptx::Function& f) {
    if (f.is_entry && &f != &entry) return false;
    return std::ranges::any_of(f.operands, [&](const ptx::Operand& o) { return o.name == name; });
  });
}

void note_zeros(const ptx::Module& module, const ptx::Function& entry, launch::Launch& launch) {
  for (const ptx::Variable& v : module.variables) {
    const auto given = [&](const launch::Argument& c) { return c.name == v.name; };
    if (v.space != ptx::StateSpace::const_ || !v.initial.empty() || v.linkage == ".extern") continue;
    if (std::ranges::any_of(launch.constants, given) || !mentions(module, entry, v.name)) continue;
    const std::string name = source_name(v.name);
    launch.notes.push_back(
        fmt::format("`__constant__ {0}` ({1} bytes) was not given, so reads 0: --constant {0}=...", name, v.bytes()));
  }
}

}  // namespace

void place_constants(const launch::Description& description, const launch::Overrides& overrides,
                     const ptx::Module& module, launch::Launch& launch) {
  std::vector<launch::ArgumentSpec> all = description.constants;
  for (const launch::ArgumentSpec& given : overrides.constants) {
    std::erase_if(all, [&](const launch::ArgumentSpec& a) { return a.name == given.name; });
    all.push_back(given);
  }
  const ptx::Function* entry = module.find(launch.entry);
  const launch::Parameters names = launch::expression_names(launch);
  for (const launch::ArgumentSpec& spec : all)
    launch.constants.push_back(value_of(spec, variable_called(spec.name, module), *entry, names));
  note_zeros(module, *entry, launch);
}

}  // namespace forewarp::kernel
