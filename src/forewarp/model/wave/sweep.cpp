// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::model::wave {
namespace {

constexpr std::uint64_t max_cells = 1'000'000;

std::uint64_t count_of(const Steps& steps) { return (steps.to - steps.from) / steps.step + 1; }

}  // namespace

// "16" is one value, "16:64" has the default step, "16:64:16" its own.
Steps parse_steps(std::string_view option, std::string_view text, std::uint64_t default_step) {
  std::vector<std::uint64_t> numbers;
  bool understood = true;
  for (const std::string_view part : split_at(text, ':')) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    understood = understood && error == std::errc{} && end == part.data() + part.size() && number > 0;
    numbers.push_back(number);
  }
  understood = understood && numbers.size() <= 3 && (numbers.size() < 2 || numbers[1] >= numbers[0]);
  if (!understood)
    throw InputError(fmt::format("{} {}: expected FROM:TO[:STEP] with FROM at most TO, as 16:1248:16", option, text));
  if (numbers.size() == 1) return {numbers[0], numbers[0], 1};
  return {numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : default_step};
}

Printed printed_of(const Symbols& symbols, double blocks, double threads, double tau_s) {
  const double efficiency = kappa(symbols, blocks, threads, tau_s);
  return {xi_rb(symbols, blocks, tau_s), xi_rw(symbols, blocks, threads, tau_s), efficiency, tau_s / efficiency};
}

/// kappa does not depend on tau.
double printed_tau_from(const Symbols& symbols, std::span<const Measured> launches) {
  if (launches.empty()) throw InputError("there is nothing to learn from: no measured launch");
  const auto tau_of = [&](const Measured& m) {
    return m.time_s * kappa(symbols, static_cast<double>(m.shape.blocks), m.shape.block.threads, 1);
  };
  const double first = tau_of(launches.front());
  double logs = 0;
  for (const Measured& m : launches) logs += std::log(tau_of(m) / first);
  return first * std::exp(logs / static_cast<double>(launches.size()));
}

// The roof is that of the launch that was emulated: a launch of half the threads moves half the bytes. Shapes that the
// device cannot have are left out; only if none remains is it an error, with the reason of the last one.
std::vector<SweepCell> sweep(const Candidate& candidate, const Work& work, double printed_tau_s,
                             const SweepRanges& ranges) {
  if (count_of(ranges.blocks) > max_cells || count_of(ranges.blocks) * count_of(ranges.threads) > max_cells)
    throw InputError(fmt::format("more than {} launches to sweep over; take larger steps", max_cells));
  const device::DeviceSpec& device = candidate.device;
  const Symbols symbols = symbols_of(device);
  std::vector<SweepCell> cells;
  std::string reason;
  for (std::uint64_t blocks = ranges.blocks.from; blocks <= ranges.blocks.to; blocks += ranges.blocks.step)
    for (std::uint64_t threads = ranges.threads.from; threads <= ranges.threads.to; threads += ranges.threads.step) {
      const Shape shape{blocks, {static_cast<std::uint32_t>(threads), work.registers_per_thread, work.shared_bytes}};
      try {
        SweepCell cell{blocks, shape.block.threads, waves(device, shape, candidate.constants), 0, {}};
        const double share =
            work.threads > 0 ? static_cast<double>(blocks * threads) / static_cast<double>(work.threads) : 0;
        cell.time_s = std::max(candidate.min_s * share, candidate.overhead_s + cell.wave.time_s);
        cell.printed = printed_of(symbols, static_cast<double>(blocks), static_cast<double>(threads), printed_tau_s);
        cells.push_back(cell);
      } catch (const InputError& error) {
        reason = error.what();  // smaller blocks may still fit
      }
    }
  if (cells.empty()) throw InputError(reason);
  return cells;
}

}  // namespace forewarp::model::wave
