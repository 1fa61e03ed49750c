// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A profile: run a sample (GuessedRun, Sampler), assemble the estimates (assembly.hpp), then add what needs the whole
// result: registers, marks and notes.
#include "forewarp/emulate/profile/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/emulate/profile/assembly.hpp"
#include "forewarp/emulate/profile/exceeded_guess.hpp"
#include "forewarp/emulate/profile/executed_spills.hpp"
#include "forewarp/emulate/profile/guess_marks.hpp"
#include "forewarp/emulate/profile/guessed_run.hpp"
#include "forewarp/emulate/profile/nothing_done.hpp"
#include "forewarp/emulate/profile/request_shape.hpp"
#include "forewarp/emulate/profile/sampler.hpp"
#include "forewarp/emulate/profile/thread_walk.hpp"
#include "forewarp/emulate/profile/waits.hpp"
#include "forewarp/frontend/analysis/liveness.hpp"
#include "forewarp/frontend/launch/launch_bounds.hpp"
#include "forewarp/frontend/ptx/device_runtime.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

/// The iterations of two sampled loops may stand for the same sectors: together no more than there are.
void limit_to_frames(Profile& p) {
  const double frames = static_cast<double>(p.local_bytes) * static_cast<double>(p.launch.block.count());
  for (double* sectors :
       {&p.local.sectors_per_block, &p.local.read_sectors_per_block, &p.local.written_sectors_per_block})
    *sectors = std::min(*sectors, std::ceil(frames / sector_bytes));
}

/// Launches that no device accepts are refused before anything runs.
void check(const launch::Launch& launch, const ProfileOptions& options) {
  if (options.warp_size != 32 && options.warp_size != 64) {
    throw InputError(fmt::format("warp size must be 32 or 64, not {}", options.warp_size));
  }
  const auto positive = [](launch::Dim3 d) { return d.x > 0 && d.y > 0 && d.z > 0; };
  if (!positive(launch.grid) || !positive(launch.block)) {
    throw InputError("every dimension of grid and block must be at least 1");
  }
}

constexpr double uncertain = 0.25;  ///< standard error of the DRAM traffic from which on a note says so

std::vector<std::string> notes_of(const Profile& p) {
  std::vector<std::string> out;
  for (const Mark& mark : p.marks) out.push_back(mark.text);
  if (p.launch.guessed_arguments) out.emplace_back("arguments were guessed from the kernel's signature");
  for (std::string& note : exceeded_guesses(p)) out.push_back(std::move(note));
  const auto& s = p.sampling;
  if (const double working = p.working_blocks(), all = static_cast<double>(p.launch.grid.count()); working < all)
    out.push_back(
        fmt::format("the grid is larger than its problem: {:.0f} of {:.0f} blocks do nothing", all - working, all));
  if (p.synchronises_grid) out.emplace_back("blocks wait for each other (this_grid().sync()): all were run");
  if (s.blocks_run < s.blocks_total) {
    const auto percent = [](double share) {
      return share == 0 ? std::string("0 %") : fmt::format("{:.{}f} %", 100 * share, share < 0.0995 ? 1 : 0);
    };
    const bool more = s.sectors_error > s.relative_error;
    out.push_back(fmt::format("sampled: {} of {} blocks run, standard error {}{}", s.blocks_run, s.blocks_total,
                              percent(s.relative_error),
                              more ? ", of memory traffic " + percent(s.sectors_error) : ""));
    if (s.dram_error > uncertain)
      out.push_back(
          fmt::format("DRAM traffic has a standard error of {}: what blocks share far from each other "
                      "is not seen in a sample of them; --exact runs all",
                      percent(s.dram_error)));
  }
  if (s.loops_sampled) out.emplace_back("regular loops were sampled: some iterations represent the others");
  if (p.registers_estimated) out.push_back(fmt::format("registers estimated from PTX: {} a thread", p.registers));
  return out;
}

[[noreturn]] void refuse(const Mark& empty, const std::optional<Mark>& overflow) {
  std::string say = "; it is answered all the same where no argument is a guess: describe all with --arg";
  if (!empty.arguments.empty()) say = "; that depends on guessed values: give";
  for (const std::string& name : empty.arguments) say += fmt::format(" --arg {}=...", name);
  throw InputError(empty.text + (overflow ? "; " + overflow->text : "") + say);
}

/// Sets the marks and notes of the answer; refuses a launch that does nothing because of a guess: a
/// time for it would be right and useless. If nothing was guessed, the launch really does nothing,
/// and the answer says so.
std::vector<Mark> marks_of(const LaunchCode& code, const Profile& p) {
  const std::optional<Mark> overflow = overflowed_size(code, p);
  std::vector<Mark> marks;
  // Without accesses to look for and without guesses the analysis has nothing to find.
  const bool guessed = p.launch.guessed_arguments;
  const bool idle = std::none_of(p.sites.begin(), p.sites.end(),
                                 [](const AccessSite& s) { return s.lanes > 0 && s.space == ptx::StateSpace::global; });
  if (guessed || idle) {
    const analysis::Dependence dependence = analysis::dependence_of(code.module, code.entry);
    if (auto empty = nothing_done(code, p, dependence)) {
      if (guessed) refuse(*empty, overflow);
      marks.push_back(std::move(*empty));
    }
    if (guessed)
      for (Mark& mark : guess_marks(code, p, dependence)) marks.push_back(std::move(mark));
  }
  if (overflow) marks.push_back(*overflow);
  return marks;
}

/// GPUs take far longer for these calls than for instructions, and how long depends on what was allocated before, or on
/// how much was printed.
std::vector<Mark> untimed_calls(const emu::ProgramMap& program, const Profile& p) {
  double of_heap = 0, of_print = 0;
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    const auto& [function, first, last] = program.blocks[b];
    for (std::uint32_t n = first; n < last; ++n) {
      if (ptx::calls_heap(*function, function->body[n])) of_heap += p.basic_blocks[b].threads;
      if (ptx::calls_print(*function, function->body[n])) of_print += p.basic_blocks[b].threads;
    }
  }
  std::vector<Mark> marks;
  const auto add = [&](const char* functions, double calls) {
    if (calls == 0) return;
    marks.push_back({MarkKind::untimed,
                     {},
                     {},
                     fmt::format("calls of {} in the kernel: {:.0f}; their time is not known and not part of the "
                                 "prediction, and may be most of it",
                                 functions, calls)});
  };
  add("malloc and free", of_heap);
  add("printf", of_print);
  return marks;
}

/// Lanes that took the branch at the end of each basic block, scaled to the launch.
std::vector<double> taken_branches(const Observed& o) {
  std::vector<double> out;
  for (std::size_t b = 0; b < o.program->map->blocks.size(); ++b)
    out.push_back(scaled_total(o, [&](const Counters& c) { return c.blocks[b].taken; }));
  return out;
}

/// Lanes that one site sends to its most loaded address of global memory.
double lanes_at_busiest(const Observed& o, std::uint32_t site) {
  std::uint64_t watched = 0;
  for (const auto& [stratum, detail] : o.sums->details) watched += detail.blocks_run;
  return o.sums->atomics.hottest_of(site, watched, o.launch->grid.count());
}

Profile profile_with(const ptx::Module& module, const launch::Launch& launch, const ProfileOptions& options,
                     Progress* progress, ThreadWalk* walk) {
  check(launch, options);
  const auto* entry = module.find(launch.entry);
  if (entry == nullptr || !entry->is_entry) throw InputError(fmt::format("there is no kernel '{}'", launch.entry));
  launch::check_launch_bounds(*entry, launch.block);
  const GuessedRun run = run_guessed(module, *entry, launch, options, progress);
  Sampler& sampler = *run.sampler;
  auto& runner = sampler.runner();
  const Observed observed{&module,
                          entry,
                          run.launch.get(),
                          &runner.program(),
                          &sampler.strata(),
                          &runner.buffers(),
                          options.warp_size,
                          &runner.sums(),
                          sampler.working(),
                          sampler.origins(),
                          &sampler.influence(),
                          sampler.blocks_interact(),
                          runner.touched(),
                          &sampler.kinds(),
                          &runner.addresses()};
  auto out = assemble(observed);
  if (walk != nullptr)
    *walk = {scaled_detail(observed, [](const Detail& d) { return d.walk_steps; }),
             scaled_detail(observed, [](const Detail& d) { return d.walk_new_lines; })};
  out.registers_estimated = options.registers == 0;
  out.registers = out.registers_estimated ? analysis::estimate_registers(module, *entry) : options.registers;
  out.spills = executed_spills(options.spills, out);
  out.static_shared_bytes = runner.machine().static_shared_bytes();
  out.local_bytes = runner.machine().local_bytes_per_thread();
  limit_to_frames(out);
  out.synchronises_grid = runner.machine().synchronises_grid();
  const LaunchCode code{module, *entry, runner.machine().program(), taken_branches(observed)};
  out.marks = marks_of(code, out);
  Waits waits = waits_of(code, out, [&](std::uint32_t site) { return lanes_at_busiest(observed, site); });
  out.lock = waits.lock;
  for (Mark& wait : waits.marks) out.marks.push_back(std::move(wait));
  for (Mark& calls : untimed_calls(runner.machine().program(), out)) out.marks.push_back(std::move(calls));
  if (run.mark) out.marks.push_back(*run.mark);
  if (const std::string& beyond = runner.machine().beyond_end(); !beyond.empty())
    out.marks.push_back({MarkKind::beyond_end, {}, beyond.substr(0, beyond.find(": ")), beyond});
  const std::vector<std::string> of_blocks = std::move(out.notes);
  out.notes = notes_of(out);
  out.notes.insert(out.notes.end(), of_blocks.begin(), of_blocks.end());
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
