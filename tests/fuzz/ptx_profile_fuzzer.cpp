// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Kernels of a module that parses are profiled on guessed arguments within small budgets, sampled: some blocks, some
// iterations. What comes out can be stored and restored.
#include <cstdlib>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/emulate/profile/stored.hpp"
#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "fuzz/target.hpp"

namespace {
using namespace forewarp;

launch::Launch small_launch(const ptx::Function& entry) {
  launch::Launch launch;
  launch.entry = entry.name;
  launch.grid = {50, 20, 1};
  launch.block = {40, 1, 1};
  launch.dynamic_shared_bytes = 1024;
  launch::guess_arguments(launch, entry);
  return launch;
}

void sample(const ptx::Module& module, const ptx::Function& entry) {
  const launch::Launch launch = small_launch(entry);
  profile::ProfileOptions options;
  options.threads = 1;
  options.exact_below = 10'000;
  options.budget = 100'000;
  options.max_memory_bytes = std::uint64_t{64} << 20;
  options.max_warp_instructions = 20'000;
  const profile::Profile profile = profile::profile(module, launch, options);
  if (!profile::restored(profile::stored(profile), launch)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test::answer([&] {
    const ptx::Module module = ptx::parse(test::text_of(data, size), "fuzz.ptx");
    unsigned left = 4;  // kernels to profile
    for (const ptx::Function& function : module.functions)
      if (function.is_entry && left > 0) {
        --left;
        test::answer([&] { sample(module, function); });
      }
  });
  return 0;
}
