// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/decode/decode.hpp"

#include <fmt/format.h>

#include "forewarp/emulate/decode/function_decoder.hpp"
#include "forewarp/emulate/decode/reachable.hpp"
#include "forewarp/emulate/decode/storage.hpp"
#include "forewarp/emulate/machine/call.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

namespace {

const ptx::Function& find_entry(const ptx::Module& module, std::string_view name) {
  for (const ptx::Function& f : module.functions)
    if (f.name == name && f.is_entry && !f.is_declaration) return f;
  std::string known;
  for (const std::string_view e : module.entries()) known += fmt::format("{}{}", known.empty() ? "" : ", ", e);
  throw InputError(fmt::format("{}: no kernel '{}'; it has: {}", module.file, name, known.empty() ? "none" : known));
}

}  // namespace

const FunctionCode* Program::function_at(std::uint64_t address) const {
  for (const std::unique_ptr<FunctionCode>& f : functions)
    if (f->address == address) return f.get();
  return nullptr;
}

/// In an order that later steps need: what is reachable, then places of variables and functions
/// (whose addresses code may take), then frames of all functions, since a call reads its callee's,
/// and only then instructions. What is not reachable is not decoded, so an unsupported instruction
/// in an unused function does no harm.
std::unique_ptr<Program> decode(const ptx::Module& module, std::string_view entry_name, Memory& memory,
                                const DecodeOptions& options) {
  const ptx::Function& entry = find_entry(module, entry_name);
  auto program = std::make_unique<Program>();
  program->module = &module;
  program->width = options.width;
  const Reachable reachable = reachable_from(module, entry);
  Storage storage(module, reachable, *program, memory, options.placed);
  for (const ptx::Function* f : reachable.functions) {
    auto code = std::make_unique<FunctionCode>();
    code->function = f;
    code->has_body = !f->is_declaration;
    code->address = storage.find(*f, f->name).value_or(Symbol{}).value;
    program->uses_heap = program->uses_heap || is_of_heap(*code);
    program->by_name[f->name] = code.get();
    program->functions.push_back(std::move(code));
  }
  for (const std::unique_ptr<FunctionCode>& code : program->functions) storage.lay_out_frame(*code->function, *code);
  for (const std::unique_ptr<FunctionCode>& code : program->functions)
    if (code->has_body) FunctionDecoder(*program, storage, *code, options.isa).run(options.sample_loops);
  return program;
}

}  // namespace forewarp::emu
