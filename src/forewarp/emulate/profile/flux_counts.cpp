// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Counts as CUDA Flux defines them: threads per basic block of all CTAs, of the middle CTA, or of its middle warp,
// scaled to the launch.
#include "forewarp/emulate/profile/flux_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/lane_counter.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

using ptx::CountedThreads;

/// The lanes of a warp are 32, whatever ProfileOptions has: CUDA Flux runs on NVIDIA GPUs.
constexpr std::uint64_t lanes = 32;

/// The CTA that CUDA Flux counts: the middle one along each axis, as its linear number. In a grid
/// of 5 x 4 that is (2, 2), number 2 + 5 * 2 = 12.
std::uint64_t middle_cta(launch::Dim3 grid) {
  return grid.x / 2 + std::uint64_t{grid.x} * (grid.y / 2 + std::uint64_t{grid.y} * (grid.z / 2));
}

std::uint32_t middle_warp(launch::Dim3 block) { return static_cast<std::uint32_t>(block.count() / lanes / 2); }

emu::MachineOptions machine_options(const ProfileOptions& options) {
  return {.max_warp_instructions = options.max_warp_instructions,
          .max_memory_bytes = options.max_memory_bytes,
          .threads = options.threads};
}

std::string label_of(const ptx::Function& function, std::uint32_t first) {
  for (const ptx::Label& label : function.labels)
    if (label.target == first) return std::string(label.name);
  return first == 0 ? "entry" : fmt::format("after.{}", first);
}

FluxBlockCount block_of(const ptx::Module& module, const ptx::CountedBlock& block) {
  const ptx::Function* function = module.find(block.function);
  if (function == nullptr || block.last > function->body.size())
    throw InputError(fmt::format("{} has no basic block of '{}' at {}", module.file, block.function, block.first));
  FluxBlockCount out{.function = block.function, .label = label_of(*function, block.first)};
  for (std::uint32_t i = block.first; i < block.last; ++i) out.instructions.emplace_back(function->body[i].mnemonic);
  if (block.first < block.last) {
    out.first_line = function->body[block.first].line;
    out.last_line = function->body[block.last - 1].line;
  }
  return out;
}

/// Every instruction of a basic block was executed by the threads that entered it; CUDA Flux does
/// the same and ignores guards.
void add_instructions(const ptx::Module& module, const ptx::CountedBlock& block, double threads, FluxCounts& out,
                      std::map<std::string_view, InstructionCount>& kinds) {
  const ptx::Function& function = *module.find(block.function);
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    const ptx::Instruction& instruction = function.body[i];
    InstructionCount& kind = kinds[instruction.mnemonic];
    if (kind.mnemonic.text().empty())
      kind = {instruction.mnemonic, instruction.opcode, instruction.type(), instruction.space, 0, 0};
    kind.threads += threads;
    out.thread_instructions += threads;
  }
}

}  // namespace

/// Example: 100 CTAs of 256 threads; one warp of 32 represents 100 * 256 / 32 = 800 warps.
double flux_scale(const launch::Launch& launch, CountedThreads mode) {
  const auto ctas = static_cast<double>(launch.grid.count());
  const std::uint64_t threads = launch.block.count();
  switch (mode) {
    case CountedThreads::all:
      return 1;
    case CountedThreads::one_cta:
      return ctas;
    case CountedThreads::one_warp:
      return ctas * static_cast<double>(threads) / static_cast<double>(std::min(threads, lanes));
  }
  return 1;
}

FluxCounts flux_counts(const ptx::Module& module, const launch::Launch& launch, CountedThreads mode,
                       std::span<const ptx::CountedBlock> blocks, std::span<const std::uint64_t> counts) {
  if (blocks.size() != counts.size())
    throw InputError(fmt::format("{} counts of {} basic blocks", counts.size(), blocks.size()));
  FluxCounts out{.kernel = launch.entry, .launch = launch, .mode = mode, .scale = flux_scale(launch, mode)};
  std::map<std::string_view, InstructionCount> kinds;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    out.blocks.push_back(block_of(module, blocks[i]));
    out.blocks.back().counted = counts[i];
    if (counts[i] > 0) add_instructions(module, blocks[i], static_cast<double>(counts[i]) * out.scale, out, kinds);
  }
  for (auto& [mnemonic, kind] : kinds) out.instructions.push_back(std::move(kind));
  return out;
}

FluxCounts count_emulated(const ptx::Module& module, const launch::Launch& launch, CountedThreads mode,
                          const ProfileOptions& options, Progress* progress) {
  emu::Machine machine(module, launch.entry, machine_options(options));
  const emu::BoundArguments bound = emu::bind(launch, machine);
  LaneCounter counter(machine.program().blocks.size(),
                      mode == CountedThreads::one_warp ? std::optional(middle_warp(launch.block)) : std::nullopt);
  const std::uint64_t middle = middle_cta(launch.grid);
  const std::span<const std::uint64_t> chosen(&middle, mode == CountedThreads::all ? 0 : 1);
  machine.run(launch, bound.bytes, chosen, &counter, progress);
  std::vector<ptx::CountedBlock> blocks;
  for (const emu::ProgramMap::Block& block : machine.program().blocks)
    blocks.push_back({.function = std::string(block.function->name), .first = block.first, .last = block.last});
  return flux_counts(module, launch, mode, blocks, counter.lanes());
}

/// The way that CUDA Flux takes on a device: counters are compiled into the kernel and read from
/// memory afterwards. Run on the emulator, it checks the instrumentation against count_emulated(),
/// which observes instead.
FluxCounts count_instrumented(const ptx::Module& module, const launch::Launch& launch, CountedThreads mode,
                              const ProfileOptions& options, Progress* progress) {
  const ptx::Instrumented instrumented = ptx::instrument(module, {.counted = mode});
  const ptx::Module with_counters = ptx::parse(instrumented.ptx, module.file + " with block counters");
  emu::Machine machine(with_counters, launch.entry, machine_options(options));
  const emu::BoundArguments bound = emu::bind(launch, machine);
  machine.run(launch, bound.bytes, {}, nullptr, progress);
  std::vector<std::byte> bytes(instrumented.bytes());
  if (const auto address = machine.address_of(instrumented.variable)) machine.memory().read(*address, bytes);
  return flux_counts(module, launch, mode, instrumented.blocks, ptx::counts_of(instrumented, bytes));
}

std::string flux_analysis_text(const FluxCounts& counts) {
  std::string out =
      fmt::format("- Function:\n  Name: {}\n  BlockCount: {}\n  Blocks: \n", counts.kernel, counts.blocks.size());
  for (const FluxBlockCount& block : counts.blocks) {
    const std::string place = block.function == counts.kernel ? "" : block.function + ".";
    out += fmt::format("  - {}{}:\n", place, block.label);
    for (const std::string& instruction : block.instructions) out += fmt::format("    - {}\n", instruction);
  }
  return out;
}

/// A line as CUDA Flux writes it to its file: kernel, grid, block, shared memory, stream (0), mode,
/// and a count per block.
std::string flux_launch_line(const FluxCounts& counts) {
  const auto& [grid, block] = std::pair(counts.launch.grid, counts.launch.block);
  std::string out = fmt::format("{}, {}, {}, {}, {}, {}, {}, {}, 0, {}", counts.kernel, grid.x, grid.y, grid.z, block.x,
                                block.y, block.z, counts.launch.dynamic_shared_bytes, static_cast<int>(counts.mode));
  for (const FluxBlockCount& one : counts.blocks) out += fmt::format(", {}", one.counted);
  return out + "\n";
}

}  // namespace forewarp::profile
