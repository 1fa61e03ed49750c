// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/block_runner.hpp"

#include <algorithm>

#include "forewarp/emulate/profile/relocating_observer.hpp"

namespace forewarp::profile {
namespace {

/// Iterations of a regular loop that represent the others: a power of two, so that patterns of 2, 4 and 8 iterations
/// (alignment within a line, double buffers) are seen whole.
constexpr std::uint32_t measured_iterations = 8;

/// A few blocks of a launch may wait for others, which do not run, in a loop that does not look like one that waits (it
/// stores what it read). After so many warp instructions, which are a second or so, or so many times those of the run
/// before for each block, the run ends by a KernelFault, and the launch is counted as a whole (runtime/counting.cpp).
constexpr std::uint64_t enough_for_a_part = std::uint64_t{1} << 22, times_before = 64;

emu::MachineOptions machine_options(const ProfileOptions& options, bool sample_loops) {
  emu::MachineOptions out;
  out.warp_size = options.warp_size;
  out.max_warp_instructions = options.max_warp_instructions;
  out.max_memory_bytes = options.max_memory_bytes;
  out.check_uninitialised = options.check_uninitialised;
  out.check_races = options.check_races;
  out.threads = options.threads;
  out.loop_sample = sample_loops ? measured_iterations : 0;
  return out;
}

std::vector<std::uint64_t> buffer_bytes(const launch::Launch& launch) {
  std::vector<std::uint64_t> out;
  for (const auto& argument : launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument.value);
    out.push_back(buffer != nullptr ? buffer->bytes() : 0);
  }
  return out;
}

std::vector<bool> is_endless(const launch::Launch& launch) {
  std::vector<bool> out;
  for (const auto& argument : launch.arguments) out.push_back(argument.guessed);
  return out;
}

}  // namespace

BlockRunner::BlockRunner(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options,
                         bool sample_loops, Progress* progress)
    : launch_(launch),
      width_(options.warp_size),
      progress_(progress),
      own_machine_(options.execution
                       ? nullptr
                       : std::make_unique<emu::Machine>(module, launch.entry, machine_options(options, sample_loops))),
      machine_(options.execution ? options.execution->machine : own_machine_.get()),
      execution_(options.execution),
      arguments_(execution_ ? relocated(*execution_)
                            : emu::bind(launch, *machine_,
                                        options.check_uninitialised ? emu::Bounds::exact : emu::Bounds::allocation)),
      addresses_(module, launch, machine_->program(), arguments_.bytes),
      program_(std::make_shared<Program>(machine_->program())) {
  buffers_.bytes = buffer_bytes(launch);
  for (std::size_t a = 0; a < arguments_.addresses.size(); ++a) {
    const std::uint64_t number = arguments_.addresses[a] >> emu::Memory::buffer_shift;
    buffers_.numbers.push_back(number);
    const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[a].value);
    if (buffer != nullptr && buffer->host) buffers_.host_numbers.push_back(number);
  }
}

void BlockRunner::run(const Strata& strata, std::span<const std::uint64_t> blocks, BlockRoles attention) {
  auto plan = std::make_shared<WatchPlan>();
  plan->strata = strata;
  plan->detail_all = attention.detail_all;
  plan->bytes = attention.bytes;
  plan->detailed = std::move(attention.detailed);
  plan->kept = std::move(attention.kept);
  plan->uncounted = std::move(attention.uncounted);
  plan->drawn = std::move(attention.drawn);
  plan->width = width_;
  plan->warps_per_block = static_cast<std::uint32_t>((launch_.block.count() + width_ - 1) / width_);
  plan->buffers = buffers_;
  if (attention.touched)
    plan->touched = touched_ = std::make_shared<TouchedSectors>(buffers_, buffer_bytes(launch_), is_endless(launch_));
  CountingObserver observer(program_, plan);
  if (execution_)
    run_in_place(observer, blocks);
  else
    machine_->run(launch_, arguments_.bytes, blocks, &observer, progress_);
  sums_.merge(observer.sums());
  last_run_ = blocks.empty() ? launch_.grid.count() - 1 : std::max(last_run_, *std::ranges::max_element(blocks));
  extend_guessed();
}

/// A guessed buffer is as large as what the blocks reach of it, the later ones farther in proportion. Example: block
/// 499 of 1000 reaches byte 2 GB of a buffer that was guessed as 64 MB: it is taken to have 4 GB.
void BlockRunner::extend_guessed() {
  if (execution_) return;
  constexpr auto most = static_cast<double>(std::uint64_t{1} << emu::Memory::buffer_shift);
  const double later = static_cast<double>(launch_.grid.count()) / (static_cast<double>(last_run_) + 1);
  for (std::size_t a = 0; a < launch_.arguments.size(); ++a) {
    const auto* buffer = std::get_if<launch::Buffer>(&launch_.arguments[a].value);
    if (buffer == nullptr || !launch_.arguments[a].guessed) continue;
    const std::uint64_t reached = machine_->memory().reached_bytes(arguments_.addresses[a]);
    if (reached <= buffer->bytes()) continue;
    buffers_.bytes[a] = static_cast<std::uint64_t>(std::min(most, static_cast<double>(reached) * later));
  }
}

void BlockRunner::run_in_place(CountingObserver& observer, std::span<const std::uint64_t> blocks) {
  Execution& e = *execution_;
  if (e.executed > 0 && e.restore) e.restore();
  RelocatingObserver relocating(observer, ranges_of(e, launch_));
  const std::uint64_t before = machine_->executed();
  const bool part = !blocks.empty() && blocks.size() != launch_.grid.count();
  if (part && e.executed > 0)
    machine_->limit_next_run(std::max(enough_for_a_part, times_before * blocks.size() * e.executed));
  e.whole = false;
  machine_->run(launch_, arguments_.bytes, blocks, &relocating, progress_);
  e.executed = machine_->executed() - before;
  e.whole = blocks.empty() || blocks.size() == launch_.grid.count();
}

}  // namespace forewarp::profile
