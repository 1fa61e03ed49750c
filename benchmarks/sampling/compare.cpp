// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "sampling/compare.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/bounds/traffic.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/occupancy.hpp"

namespace forewarp::bench {
namespace {

using profile::Profile;

constexpr double dram_over_l2 = 4;  ///< time of a byte; 3 to 5 on the data sheets under data/devices

double flops_of(const Profile& p) {
  double out = 0;
  for (const auto& i : p.instructions) {
    if (!ptx::is_float(i.type)) continue;
    const bool is_one = i.opcode == ptx::Opcode::add || i.opcode == ptx::Opcode::sub || i.opcode == ptx::Opcode::mul;
    const bool is_fused = i.opcode == ptx::Opcode::fma || i.opcode == ptx::Opcode::mad;
    out += i.threads * (is_fused ? 2 : is_one ? 1 : 0);
  }
  return out;
}

double dram_bytes(const Profile& p) {
  const auto& device = device::find_device("V100");
  const auto s = model::summarise(p);
  const auto occupancy =
      device::occupancy(device, {static_cast<std::uint32_t>(s.threads_per_block), s.registers, s.shared_bytes});
  const auto t = model::traffic(s, device, occupancy, {.copies = model::L2Copies::never});
  return t.dram_read_bytes + t.dram_write_bytes;
}

std::array<double, quantities.size()> values_of(const Profile& p) {
  std::array<double, quantities.size()> out{
      p.thread_instructions, p.warp_instructions, 0, flops_of(p), 0, dram_bytes(p), 0};
  for (const auto& site : p.sites) {
    if (site.space == ptx::StateSpace::shared) continue;
    if (site.space == ptx::StateSpace::global) out[2] += site.bytes_asked();
    out[4] += site.sectors;
  }
  out[6] = std::max(32 * out[4], dram_over_l2 * out[5]);
  return out;
}

/// Of the longer of two times, each with its own relative error.
double error_of_time(const std::array<double, quantities.size()>& values, double l2_error, double dram_error) {
  const double l2 = 32 * values[4], dram = dram_over_l2 * values[5], time = std::max(l2, dram);
  if (!(time > 0)) return 0;
  const double most = std::max(l2 * (1 + 2 * l2_error), dram * (1 + 2 * dram_error));
  const double least = std::max(l2 * (1 - 2 * l2_error), dram * (1 - 2 * dram_error));
  return std::max(most / time - 1, 1 - least / time) / 2;
}

Profile timed(const kernel::Kernel& kernel, const profile::ProfileOptions& options, double& seconds) {
  const auto start = std::chrono::steady_clock::now();
  auto out = profile::profile(*kernel.module, kernel.launch, options);
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

}  // namespace

bool Comparison::covers(std::size_t q) const {
  constexpr double rounding = 1e-9, no_matter = 0.01;
  const double slack = q == 5 ? no_matter * std::max(exact[4] * 32, exact[5]) : rounding * exact[q];
  return std::abs(sampled[q] - exact[q]) <= 2 * error[q] * sampled[q] + slack;
}

std::optional<Comparison> compare(const std::string& name, const kernel::Kernel& kernel, double most) {
  Comparison out;
  out.name = name;
  profile::ProfileOptions options;
  options.registers = 32;
  const auto sampled = timed(kernel, options, out.seconds_sampled);
  const auto& s = sampled.sampling;
  if (s.exact || sampled.warp_instructions > most) return std::nullopt;
  options.exact = true;
  out.sampled = values_of(sampled);
  out.exact = values_of(timed(kernel, options, out.seconds_exact));
  out.error.fill(s.relative_error);
  out.error[4] = s.sectors_error;
  out.error[5] = std::max(s.relative_error, s.dram_error);
  out.error[6] = error_of_time(out.sampled, std::max(s.relative_error, s.sectors_error), out.error[5]);
  out.blocks_run = s.blocks_run;
  out.blocks_total = s.blocks_total;
  return out;
}

}  // namespace forewarp::bench
