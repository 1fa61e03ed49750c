// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The source line and the thread of every fault of a kernel.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/machine/warp.hpp"
#include "forewarp/frontend/analysis/dependence.hpp"
#include "forewarp/frontend/launch/guess_again.hpp"
#include "forewarp/frontend/launch/guessed_sources.hpp"
#include "forewarp/frontend/launch/notes.hpp"
#include "forewarp/frontend/ptx/source_place.hpp"
#include "forewarp/support/beginning.hpp"

namespace forewarp::emu {

/// Both places that a reader may have: the line of the PTX, and that of the source where the
/// compiler recorded it.
std::string place_of(const Program& program, const ptx::Function& function, std::uint32_t instruction) {
  const ptx::Module& module = *program.module;
  if (instruction >= function.body.size()) return fmt::format("{}:{}", module.file, function.line);
  const ptx::Instruction& i = function.body[instruction];
  std::string place = fmt::format("{}:{}", module.file, i.line);
  if (const auto author = ptx::source_place(module, function, i); author && author->line > 0)
    place += fmt::format(" ({}:{})", author->file, author->line);
  return place;
}

namespace {

/// "block (x,y,z) thread (x,y,z)" of the lowest lane.
std::string who(const Warp& warp, LaneMask lanes) {
  const launch::Dim3 shape = warp.block.launch().launch->block;
  const launch::Dim3 index = warp.block.index();
  const std::uint64_t thread =
      std::uint64_t{warp.index()} * warp.block.launch().program->width + (lanes == 0 ? 0 : first_lane(lanes));
  return fmt::format("block ({},{},{}) thread ({},{},{})", index.x, index.y, index.z, thread % shape.x,
                     thread / shape.x % shape.y, thread / (std::uint64_t{shape.x} * shape.y));
}

/// "n, x": the guessed arguments that the instruction or the branches before it depend on. An
/// access out of bounds in a guessed launch is more often a wrong guess than a bug, so the message
/// names the guesses that could be the cause, and no others.
std::string guessed_causes(const launch::Launch& launch, const Program& program, const ptx::Function& function,
                           std::uint32_t instruction) {
  const analysis::Dependence dependence = analysis::dependence_of(*program.module, *program.entry().function);
  launch::GuessedSources causes =
      launch::guessed_sources(launch, dependence, dependence.deciding(function, instruction));
  causes.numbers.insert(causes.numbers.end(), causes.contents.begin(), causes.contents.end());
  return fmt::format("{}", fmt::join(causes.numbers, ", "));
}

/// Faults that no argument causes: the function called or the instruction executed is not supported.
bool is_missing(std::string_view message) {
  for (const std::string_view part : {"not emulated", "no body here", "no device heap"})
    if (message.find(part) != std::string_view::npos) return true;
  return false;
}

/// The option that the user may have to give for the kernel to run.
std::string hint(const launch::Launch& launch, const Program& program, const ptx::Function& function,
                 std::uint32_t instruction, std::string_view message) {
  const bool dynamic = launch::has_dynamic_shared(*program.module, *program.entry().function);
  if (dynamic && launch.dynamic_shared_bytes == 0 && message.find("shared address") != std::string_view::npos) {
    for (const std::string& note : launch.notes)
      if (note.starts_with(launch::unknown_shared_note)) return "; " + note;
    return "; no dynamic shared memory was given: --shared BYTES";
  }
  if (!launch.guessed_arguments || is_missing(message)) return "";
  const std::string causes = guessed_causes(launch, program, function, instruction);
  return causes.empty() ? "" : fmt::format("; guessed, and perhaps the cause: {} (--arg NAME=VALUE)", causes);
}

std::string source_of(const Program& program, const ptx::Function& function, std::uint32_t instruction) {
  if (instruction >= function.body.size()) return "";
  const auto author = ptx::source_place(*program.module, function, function.body[instruction]);
  return author && author->line > 0 ? fmt::format("{}:{}", author->file, author->line) : "";
}

Finding finding_of(const Warp& warp, const ptx::Function& function, std::uint32_t instruction, LaneMask lanes,
                   const std::string& message) {
  const Program& program = *warp.block.launch().program;
  Finding finding;
  finding.place = place_of(program, function, instruction);
  finding.source = source_of(program, function, instruction);
  finding.message = message;
  finding.who = who(warp, lanes);
  finding.code = &function;
  finding.instruction = instruction;
  return finding;
}

[[noreturn]] void raise(const Warp& warp, const ptx::Function& function, Finding finding) {
  const Program& program = *warp.block.launch().program;
  const std::string in = function.is_entry ? "" : fmt::format(" in '{}'", function.name);
  const std::string hints = hint(*warp.block.launch().launch, program, function, finding.instruction, finding.message);
  const std::string what =
      fmt::format("{}: kernel '{}'{}: {} [{}]{}", finding.place, beginning_of(program.entry().function->name), in,
                  finding.message, finding.who, hints);
  throw KernelFault(what, std::move(finding));
}

}  // namespace

void Warp::fault(const MachineOp& op, LaneMask lanes, const std::string& message, FindingKind kind) const {
  Finding finding = finding_of(*this, *op.function->function, op.instruction, lanes, message);
  finding.kind = kind;
  raise(*this, *op.function->function, std::move(finding));
}

bool Warp::reported(FindingKind kind, const MachineOp& op) const {
  return block.launch().options->collect && block.findings.count(kind, op.function->function, op.instruction);
}

void Warp::report(FindingKind kind, const MachineOp& op, LaneMask lanes, const std::string& message,
                  std::uint64_t address) const {
  if (reported(kind, op)) return;
  Finding finding = finding_of(*this, *op.function->function, op.instruction, lanes, message);
  finding.kind = kind;
  finding.address = address;
  const MachineOptions& options = *block.launch().options;
  if (!options.collect || (kind == FindingKind::memory && !options.check_memory))
    raise(*this, *op.function->function, std::move(finding));
  block.findings.add(std::move(finding));
}

void Warp::fault(const BlockCode& code, LaneMask lanes, const std::string& message) const {
  const ProgramMap::Block& where = block.launch().program->map.blocks[code.id];
  raise(*this, *where.function, finding_of(*this, *where.function, where.first, lanes, message));
}

}  // namespace forewarp::emu
