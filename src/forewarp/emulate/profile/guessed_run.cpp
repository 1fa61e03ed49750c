// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/guessed_run.hpp"

#include <algorithm>
#include <exception>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/frontend/launch/guess_again.hpp"

namespace forewarp::profile {
namespace {

/// A launch that is tried in place of one that failed has this part of the instructions, so that all tries together
/// take about twice as long as the first.
constexpr std::uint64_t part_of_limit = 8;

GuessedRun started(const ptx::Module& module, launch::Launch launch, const ProfileOptions& options,
                   Progress* progress) {
  GuessedRun run;
  run.launch = std::make_unique<launch::Launch>(std::move(launch));
  run.options = std::make_unique<ProfileOptions>(options);
  run.sampler = std::make_unique<Sampler>(module, *run.launch, *run.options, progress);
  run.sampler->run();
  return run;
}

Mark mark_of(const launch::SecondGuess& guess, const std::string& fault) {
  const bool endless = fault.find("warp instructions executed") != std::string::npos;
  return {.kind = MarkKind::guessed_again,
          .arguments = guess.arguments,
          .place = {},
          .text = fmt::format("guessed again, because the first guess {}: {}",
                              endless ? "did not end" : "made the kernel fault", fmt::join(guess.changes, ", "))};
}

}  // namespace

/// Only faults of the kernel lead to another guess: what is wrong with the input itself stays
/// wrong. Where no guess ends well, the first fault is thrown, since it is that of the launch as it
/// was asked for.
GuessedRun run_guessed(const ptx::Module& module, const ptx::Function& entry, const launch::Launch& launch,
                       const ProfileOptions& options, Progress* progress) {
  std::exception_ptr first;
  std::string fault;
  try {
    return started(module, launch, options, progress);
  } catch (const emu::KernelFault& e) {
    first = std::current_exception();
    fault = e.what();
  }
  ProfileOptions less = options;
  less.max_warp_instructions = std::max<std::uint64_t>(1, options.max_warp_instructions / part_of_limit);
  for (unsigned tried = 0;;) {
    auto guess = launch::guess_again(launch, module, entry, tried, fault);
    if (!guess) std::rethrow_exception(first);
    tried = guess->tried;
    try {
      GuessedRun run = started(module, guess->launch, less, progress);
      run.mark = mark_of(*guess, fault);
      return run;
    } catch (const emu::KernelFault&) {
      continue;
    }
  }
}

}  // namespace forewarp::profile
