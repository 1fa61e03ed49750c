// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/profile.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/profile/assembly.hpp"
#include "forewarp/profile/sampler.hpp"
#include "forewarp/profile/thread_walk.hpp"
#include "forewarp/ptx/liveness.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

void check(const launch::Launch& launch, const ProfileOptions& options) {
  if (options.warp_size != 32 && options.warp_size != 64) {
    throw InputError(fmt::format("warp size must be 32 or 64, not {}", options.warp_size));
  }
  const auto positive = [](launch::Dim3 d) { return d.x > 0 && d.y > 0 && d.z > 0; };
  if (!positive(launch.grid) || !positive(launch.block)) {
    throw InputError("every dimension of grid and block must be at least 1");
  }
}

std::vector<std::string> notes_of(const Profile& p) {
  std::vector<std::string> out;
  if (p.launch.guessed_arguments) out.emplace_back("arguments were guessed from the kernel's signature");
  const auto& s = p.sampling;
  if (s.blocks_run < s.blocks_total) {
    out.push_back(fmt::format("sampled: {} of {} blocks run, standard error {:.2g} %", s.blocks_run, s.blocks_total,
                              std::max(s.relative_error, s.sectors_error) * 100));
  }
  if (s.loops_sampled) out.emplace_back("regular loops were sampled: some iterations stand for the others");
  if (p.registers_estimated) out.push_back(fmt::format("registers estimated from PTX: {} a thread", p.registers));
  return out;
}

Profile profile_with(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options,
                     Progress* progress, ThreadWalk* walk) {
  check(launch, options);
  const auto* entry = module.find(launch.entry);
  if (entry == nullptr || !entry->is_entry) throw InputError(fmt::format("there is no kernel '{}'", launch.entry));
  Sampler sampler(module, launch, options, progress);
  sampler.run();
  auto& runner = sampler.runner();
  const Observed observed{&module,
                          entry,
                          &launch,
                          &runner.machine().program(),
                          &sampler.strata(),
                          &runner.buffers(),
                          options.warp_size,
                          &runner.sums(),
                          sampler.origins(),
                          &sampler.influence(),
                          sampler.blocks_interact(),
                          runner.touched(),
                          &sampler.kinds()};
  auto out = assemble(observed);
  if (walk != nullptr)
    *walk = {scaled_detail(observed, [](const Detail& d) { return d.walk_steps; }),
             scaled_detail(observed, [](const Detail& d) { return d.walk_new_lines; })};
  out.registers_estimated = options.registers == 0;
  out.registers = out.registers_estimated ? ptx::estimate_registers(module, *entry) : options.registers;
  out.static_shared_bytes = runner.machine().static_shared_bytes();
  out.local_bytes = runner.machine().local_bytes_per_thread();
  out.notes = notes_of(out);
  return out;
}

}  // namespace

Profile profile(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options,
                Progress* progress) {
  return profile_with(module, launch, options, progress, nullptr);
}

Profile profile(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options,
                ThreadWalk& walk) {
  return profile_with(module, launch, options, nullptr, &walk);
}

}  // namespace forewarp::profile
