// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Addresses of variables. Shared: static ones first, dynamic arrays all behind them. Global and const: a buffer each;
// initialisers are written after all addresses are known, as they may refer to each other. Functions get addresses in
// a window of their own, so that calls through pointers can be checked.
#include "forewarp/emulate/decode/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "forewarp/emulate/machine/memory_impl.hpp"
#include "forewarp/emulate/machine/spaces.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

using ptx::StateSpace;

namespace {

constexpr std::uint64_t max_shared_bytes = std::uint64_t{16} << 20;
constexpr std::uint64_t max_frame_local_bytes = std::uint64_t{512} << 10;  // CUDA's limit of local memory a thread

std::uint64_t alignment_of(const ptx::Variable& v) {
  const std::uint64_t natural = std::max(1U, ptx::size_of(v.type));
  const std::uint64_t wanted = v.alignment ? v.alignment : natural;
  return std::has_single_bit(wanted) ? wanted : std::bit_ceil(wanted);
}

/// The next multiple of the alignment, and the end after the variable; throws past the limit.
std::uint64_t place(std::uint64_t& end, const ptx::Variable& v, std::uint64_t limit, std::string_view what) {
  const std::uint64_t alignment = alignment_of(v);
  const std::uint64_t at = (end + alignment - 1) / alignment * alignment;
  const unsigned size = std::max(1U, ptx::size_of(v.type));
  if (at > limit || v.elements > (limit - at) / size)
    throw InputError(fmt::format("variable '{}' does not fit in {} ({} bytes at most)", v.name, what, limit));
  end = at + v.bytes();
  return at;
}

bool in_memory(const ptx::Variable& v) { return v.space == StateSpace::global || v.space == StateSpace::const_; }

bool is_dynamic_shared(const ptx::Variable& v) { return v.space == StateSpace::shared && v.elements == 0; }

/// Writes the low bytes of each initial value one after the other.
std::vector<std::byte> packed(std::span<const std::uint64_t> values, unsigned size) {
  std::vector<std::byte> bytes(values.size() * size);
  for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(&bytes[i * size], &values[i], std::min(size, 8U));
  return bytes;
}

}  // namespace

/// A function's address follows from its place in the module, so that it is the same for each of its kernels.
void Storage::place_functions(const ptx::Module& module, const Reachable& reachable) {
  for (const ptx::Function* f : reachable.functions) {
    const auto index = static_cast<std::uint64_t>(f - module.functions.data());
    module_.insert_or_assign(f->name, Symbol{StateSpace::none, function_window + 16 * (index + 1), true});
  }
}

/// Static shared arrays are placed before dynamic ones, which all begin at the same address behind
/// them, as in CUDA. Variables are allocated before any is initialised, since one may hold the address of
/// another.
Storage::Storage(const ptx::Module& module, const Reachable& reachable, Program& program, Memory& memory,
                 const VariablePlaces* placed)
    : program_(program) {
  for (const ptx::Function* f : reachable.functions) scopes_.try_emplace(f);
  for (const bool dynamic : {false, true}) {
    for (const ptx::Variable& v : module.variables)
      if (reachable.symbols.contains(v.name)) place_shared(v, module_, dynamic);
    for (const ptx::Function* f : reachable.functions)
      for (const ptx::Variable& v : f->variables) place_shared(v, scopes_[f], dynamic);
  }
  place_functions(module, reachable);
  std::vector<const ptx::Variable*> variables;
  for (const ptx::Variable& v : module.variables)
    if (in_memory(v) && reachable.symbols.contains(v.name)) variables.push_back(&v);
  for (const ptx::Function* f : reachable.functions)
    for (const ptx::Variable& v : f->variables)
      if (in_memory(v)) variables.push_back(&v);
  for (const ptx::Variable* v : variables) {
    allocate(*v, memory, placed);
    if (module_.at(v->name).space == v->space) program_.variables[v->name] = module_.at(v->name).value;
  }
  for (const ptx::Variable* v : variables)
    if (!placed || !placed->contains(v->name)) initialise(*v, memory);
}

VariablePlaces place_variables(const ptx::Module& module, Memory& memory,
                               const std::function<std::uint64_t(const ptx::Variable& v)>& allocate) {
  Program unused;
  Storage storage(unused);
  Reachable all;
  std::vector<const ptx::Variable*> variables;
  const auto take = [&](const ptx::Variable& v) {
    if (in_memory(v) && v.linkage != ".extern") variables.push_back(&v);
  };
  for (const ptx::Variable& v : module.variables) take(v);
  for (const ptx::Function& f : module.functions) {
    all.functions.push_back(&f);
    for (const ptx::Variable& v : f.variables) take(v);
  }
  storage.place_functions(module, all);
  VariablePlaces places;
  for (const ptx::Variable* v : variables) {
    if (storage.module_.contains(v->name)) continue;
    const std::uint64_t address = allocate(*v);
    storage.module_[v->name] = {v->space, address, false};
    places.emplace(std::string(v->name), address);
  }
  for (const ptx::Variable* v : variables) storage.initialise(*v, memory);
  return places;
}

/// Dynamic (extern) shared arrays begin behind the static ones, with the largest alignment met so far.
void Storage::place_shared(const ptx::Variable& v, std::map<std::string_view, Symbol>& scope, bool dynamic) {
  if (v.space != StateSpace::shared || is_dynamic_shared(v) != dynamic || scope.contains(v.name)) return;
  if (dynamic) {
    const std::uint64_t alignment = std::max<std::uint64_t>(program_.shared_alignment, alignment_of(v));
    program_.shared_alignment = alignment;
    const std::uint64_t at = (program_.static_shared_bytes + alignment - 1) / alignment * alignment;
    scope[v.name] = {StateSpace::shared, at, false};
  } else {
    scope[v.name] = {StateSpace::shared, place(program_.static_shared_bytes, v, max_shared_bytes, "shared memory"),
                     false};
  }
}

void Storage::allocate(const ptx::Variable& v, Memory& memory, const VariablePlaces* placed) {
  if (module_.contains(v.name)) return;
  if (placed)
    if (const auto place = placed->find(v.name); place != placed->end()) {
      module_[v.name] = {v.space, place->second, false};
      return;
    }
  const unsigned size = std::max(1U, ptx::size_of(v.type));
  if (v.elements >= (std::uint64_t{1} << Memory::buffer_shift) / size)
    throw InputError(fmt::format("variable '{}' is 1 TiB or more", v.name));
  module_[v.name] = {v.space, memory.allocate(v.bytes(), std::string(v.name)), false};
}

void Storage::initialise(const ptx::Variable& v, Memory& memory) {
  if (module_.at(v.name).space != v.space) return;  // another definition has the name
  const std::uint64_t address = module_.at(v.name).value;
  if (!v.initial.empty()) {
    std::vector<std::uint64_t> values;
    for (const ptx::Initializer& i : v.initial) values.push_back(value_of(i));
    const unsigned size = std::max(1U, ptx::size_of(v.type));
    std::vector<std::byte> bytes = packed(values, size);
    bytes.resize(std::min<std::uint64_t>(bytes.size(), v.bytes()));
    memory.write(address, bytes);
  }
  if (v.space == StateSpace::const_)
    if (MemoryBuffer* buffer = memory.impl().find(address)) buffer->read_only = true;
}

/// A number, or the address of a symbol; mask() selects one byte of it.
std::uint64_t Storage::value_of(const ptx::Initializer& initial) const {
  if (initial.symbol.empty()) return initial.bits;
  const auto symbol = module_.find(initial.symbol);
  if (symbol == module_.end())
    throw InputError(fmt::format("initialiser names '{}', which is not defined", initial.symbol));
  const std::uint64_t window = initial.generic ? window_of(symbol->second.space) : 0;
  const std::uint64_t value = symbol->second.value + window + static_cast<std::uint64_t>(initial.offset);
  return initial.mask_shift == 0xff ? value : (value >> (initial.mask_shift & 63U)) & 0xff;
}

/// Offsets of parameters, results and local variables in the frame; parameters of the kernel are in a block of its own.
void Storage::lay_out_frame(const ptx::Function& function, FunctionCode& code) {
  std::map<std::string_view, Symbol>& scope = scopes_[&function];
  std::uint64_t end = 0;
  const auto add = [&](const ptx::Variable& v) {
    const std::uint64_t at = place(end, v, max_frame_local_bytes, "a thread's local memory");
    scope.insert_or_assign(v.name, Symbol{StateSpace::local, at, false});
    return at;
  };
  const auto add_all = [&](const std::vector<ptx::Variable>& variables, std::vector<FrameVariable>& out) {
    for (const ptx::Variable& v : variables) {
      FrameVariable f;
      f.is_register = v.space == StateSpace::reg;
      f.bytes = v.bytes();
      if (!f.is_register) f.local_offset = add(v);
      out.push_back(f);
    }
  };
  if (function.is_entry) {
    for (const ptx::Variable& v : function.parameters) {
      const std::uint64_t at = place(program_.parameter_bytes, v, std::uint64_t{1} << 20, "the parameter block");
      program_.parameter_offsets.push_back(at);
      scope.insert_or_assign(v.name, Symbol{StateSpace::param, at, false});
    }
  } else {
    add_all(function.returns, code.returns);
    add_all(function.parameters, code.parameters);
  }
  for (const ptx::Variable& v : function.variables)
    if (v.space == StateSpace::local || v.space == StateSpace::param) add(v);
  code.local_bytes = (end + 15) / 16 * 16;
}

std::optional<Symbol> Storage::find(const ptx::Function& function, std::string_view name) const {
  const auto scope = scopes_.find(&function);
  if (scope != scopes_.end())
    if (const auto s = scope->second.find(name); s != scope->second.end()) return s->second;
  if (const auto s = module_.find(name); s != module_.end()) return s->second;
  return std::nullopt;
}

}  // namespace forewarp::emu
