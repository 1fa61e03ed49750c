// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/module.hpp"

#include <algorithm>

#include "forewarp/emulate/decode/reachable.hpp"
#include "forewarp/emulate/decode/storage.hpp"
#include "forewarp/frontend/analysis/liveness.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/beginning.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

/// A body for cudaGraphSetConditional, which nvcc's programs have from a library of machine code. The handle is the
/// address of the condition's word. All lines stay where they are.
std::string with_conditions(std::string ptx) {
  constexpr std::string_view declared = ".extern .func cudaGraphSetConditional";
  const std::size_t begin = ptx.find(declared), end = ptx.find(';', begin);
  if (begin == std::string::npos || end == std::string::npos) return ptx;
  std::string body =
      ".func cudaGraphSetConditional(.param .b64 handle, .param .b32 value) { .reg .b64 %word; .reg .b32 %to; "
      "ld.param.b64 %word, [handle]; ld.param.b32 %to, [value]; st.volatile.u32 [%word], %to; ret; }";
  body.append(static_cast<std::size_t>(std::count(ptx.begin() + begin, ptx.begin() + end, '\n')), '\n');
  return ptx.replace(begin, end + 1 - begin, body);
}

}  // namespace

std::vector<Parameter> parameters_of(const Kernel& kernel) {
  std::vector<Parameter> out;
  std::size_t next = 0;
  for (const ptx::Variable& p : kernel.function->parameters) {
    const std::size_t alignment = std::max<std::size_t>(p.alignment > 0 ? p.alignment : ptx::size_of(p.type), 1);
    next = (next + alignment - 1) / alignment * alignment;
    out.push_back({next, p.bytes()});
    next += p.bytes();
  }
  return out;
}

Allocation* Module::place(const ptx::Variable& v, const ManagedVariables& managed) {
  if (const auto host = managed.find(v.name); host != managed.end()) {
    Allocation* const known = arena_.find(host->second);  // another GPU's code has it
    return known ? known : arena_.add_registered(host->second, v.bytes(), MemoryKind::managed);
  }
  return arena_.allocate(v.bytes(), v.managed ? MemoryKind::managed : MemoryKind::device, std::string(v.name));
}

Module::Module(std::string ptx, const std::string& name, Arena& arena, emu::Memory& memory,
               const ManagedVariables& managed)
    : arena_(arena), memory_(memory), code_(ptx::parse(with_conditions(std::move(ptx)), name)) {
  // Places get the initial values of their variables; what another GPU's code has changed is put back.
  std::map<Allocation*, std::vector<std::byte>> kept;
  variables_ = emu::place_variables(code_, memory_, [&](const ptx::Variable& v) {
    Allocation* made = place(v, managed);
    if (made && made->is_variable) kept[made].assign(made->data, made->data + made->bytes);
    if (!made) throw InputError("the host has no memory left for variable '" + std::string(v.name) + "'");
    made->is_variable = true;
    if (v.space == ptx::StateSpace::const_) constants_.push_back(made->address());
    return made->address();
  });
  for (const auto& [allocation, bytes] : kept) std::ranges::copy(bytes, allocation->data);
}

Kernel* Module::kernel(std::string_view entry, std::size_t& kernels, const emu::MachineOptions& options) {
  if (const auto known = kernels_.find(entry); known != kernels_.end()) return &known->second;
  const ptx::Function* function = code_.find(entry);
  if (!function || !function->is_entry || function->is_declaration) return nullptr;
  Kernel made;
  made.module = this;
  made.function = function;
  made.name = source::kernel_signature(entry);
  made.shown = beginning_of(made.name);
  made.machine = std::make_unique<emu::Machine>(code_, entry, memory_, variables_, options);
  made.registers = analysis::estimate_registers(code_, *function);
  made.prints = std::ranges::any_of(emu::reachable_from(code_, *function).functions,
                                    [](const ptx::Function* f) { return f->name == "vprintf"; });
  made.index = kernels++;
  return &kernels_.emplace(std::string(entry), std::move(made)).first->second;
}

ManagedVariables Module::managed() const {
  ManagedVariables out;
  for (const auto& [name, address] : variables_)
    if (const Allocation* memory = arena_.find(address); memory && memory->kind == MemoryKind::managed)
      out.emplace(name, memory->data);
  return out;
}

Allocation* Module::variable(std::string_view name) {
  const auto place = variables_.find(name);
  return place == variables_.end() ? nullptr : arena_.find(place->second);
}

}  // namespace forewarp::runtime
