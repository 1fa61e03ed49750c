// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/counting.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace forewarp::runtime {
namespace {

// In thread instructions, as ProfileOptions has them. Up to the first everything is counted: some 0.2 s on one core.
constexpr std::uint64_t exact_below = 100'000'000, sample_budget = 100'000'000;
constexpr std::uint64_t max_warp_instructions = std::uint64_t{1} << 40;  // the machine has the limit of a launch
/// Below so many threads a launch is counted whole without a look at what it costs, since the look has its price, too.
constexpr std::uint64_t min_sampled_threads = 4096;
/// The estimate of a sample must be as near to the instructions of the whole launch.
constexpr double near_enough = 0.03;
/// A sample with a larger standard error of its DRAM traffic is not used for launches of up to so many warp
/// instructions, which are some 10 s of counting.
constexpr double poor_traffic = 0.15;
constexpr std::uint64_t affordable = 250'000'000;

/// A little off: the blocks of the sample are not all kinds of blocks, but time is in proportion to instructions.
constexpr double in_proportion = 0.2;

// Of CountingBudget: what counting a launch costs beside running it, and what a prediction costs, in warp instructions.
constexpr std::uint64_t counting_cost = 3, prediction_cost = 500'000, most_counted = 10'000'000;

/// Of a launch that may change any memory all is kept, if that is up to so much; a copy takes less than the launch.
constexpr std::uint64_t kept_bytes_a_thread = 1024, most_kept_bytes = std::uint64_t{2} << 30;

/// The buffers that a launch reads and changes: running one of its blocks twice would not give the same.
class Before {
 public:
  Before(const emu::MemoryUse& use, Arena& arena) {
    if (use.changes_any)
      for (const auto& [address, a] : arena.all()) keep(a);
    else
      for (const emu::MemoryUse::Buffer& b : use.buffers)
        if (const Allocation* a = arena.find(b.address); a && b.changed && (b.read || use.reads_any)) keep(*a);
  }
  void restore() const {
    for (const Kept& k : kept_) std::memcpy(k.at, k.bytes.data(), k.bytes.size());
  }

 private:
  void keep(const Allocation& a) { kept_.push_back({a.data, {a.data, a.data + a.bytes}}); }

  struct Kept {
    std::byte* at;
    std::vector<std::byte> bytes;
  };
  std::vector<Kept> kept_;
};

/// What the host sees another of its threads may write meanwhile.
bool may_be_restored(const CountRequest& r, const Arena& arena) {
  if (!r.use.changes_any) return true;
  if (r.machine->uses_heap()) return false;
  std::uint64_t bytes = 0;
  for (const auto& [address, a] : arena.all()) {
    if (a.host_visible()) return false;
    bytes += a.bytes;
  }
  return bytes <= std::min(most_kept_bytes, kept_bytes_a_thread * r.launch->grid.count() * r.launch->block.count());
}

bool may_sample(const CountRequest& r, const Arena& arena) {
  return !r.prints && !r.checks && !r.machine->synchronises_grid() &&
         r.launch->grid.count() * r.launch->block.count() >= min_sampled_threads && r.launch->grid.count() > 1 &&
         may_be_restored(r, arena);
}

profile::ProfileOptions options_of(CountRequest& r, bool exact) {
  profile::ProfileOptions options;
  options.exact = exact;
  options.exact_below = exact_below;
  options.budget = sample_budget;
  options.max_warp_instructions = max_warp_instructions;
  options.execution = &r.execution;
  return options;
}

Counted count_all(CountRequest& r) {
  Counted counted;
  counted.profile = profile::profile(*r.code, *r.launch, options_of(r, true), r.progress);
  counted.executed = counted.counted = r.execution.executed;
  return counted;
}

bool is_within(const profile::Profile& p, std::uint64_t executed, double tolerance) {
  const auto exact = static_cast<double>(executed);
  return std::abs(p.warp_instructions - exact) <= tolerance * exact;
}

bool is_trusted(const profile::Profile& p, std::uint64_t executed) {
  if (!is_within(p, executed, near_enough)) return false;
  return p.sampling.dram_error <= poor_traffic || executed > affordable;
}

}  // namespace

Counted run_and_count(CountRequest r, Arena& arena) {
  if (!may_sample(r, arena)) return count_all(r);
  const Before before(r.use, arena);
  r.execution.restore = [&] { before.restore(); };
  Counted counted;
  try {
    counted.profile = profile::profile(*r.code, *r.launch, options_of(r, false), r.progress);
  } catch (const emu::KernelFault&) {
    // Perhaps because the blocks before those of the sample did not run: the launch as a whole decides.
    before.restore();
    return count_all(r);
  }
  counted.executed = counted.counted = r.execution.executed;
  if (r.execution.whole) return counted;
  before.restore();
  counted.whole = r.results == Results::whole;
  if (!counted.whole) {
    counted.executed = counted.counted = static_cast<std::uint64_t>(counted.profile.warp_instructions);
    return counted;
  }
  const std::uint64_t executed = r.machine->executed();
  r.machine->run(*r.launch, r.execution.arguments, {}, nullptr, r.progress);
  counted.executed = counted.counted = r.machine->executed() - executed;
  if (is_trusted(counted.profile, counted.executed)) return counted;
  if (counted.executed > r.longest_count && is_within(counted.profile, counted.executed, in_proportion)) {
    counted.counted = static_cast<std::uint64_t>(counted.profile.warp_instructions);
    return counted;
  }
  before.restore();
  return count_all(r);
}

void CountingBudget::counted(std::uint64_t executed) {
  spent_ += prediction_cost + counting_cost * std::min(executed, most_counted);
}

}  // namespace forewarp::runtime
