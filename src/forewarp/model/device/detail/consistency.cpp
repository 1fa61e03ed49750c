// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/consistency.hpp"

#include <cmath>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::device::detail {
namespace {

constexpr double tolerance = 0.03;  // data sheets round: "8.1 TFLOPS" of 8.141

/// Points to the first of the figures that the file itself gives; the others may be inherited.
/// relation_of() puts the relation in words and is called only where it is broken.
template <typename Words>
void require(bool holds, const FigurePlaces& where, std::initializer_list<std::string_view> keys,
             const Words& relation_of) {
  if (holds) return;
  const std::string relation = relation_of();
  for (const std::string_view key : keys)
    if (const auto place = where.figure(key))
      throw ParseError(*place, fmt::format("{}: impossible: {}", key, relation));
  throw ParseError(where.file, fmt::format("{}: impossible: {}", *keys.begin(), relation));
}

bool close(double a, double b) { return std::abs(a - b) <= tolerance * std::abs(b); }

void check_limits(const DeviceSpec& d, const FigurePlaces& where) {
  require(d.max_threads == d.max_warps * d.warp_size, where, {"max_threads", "max_warps", "warp_size"}, [&] {
    return fmt::format("{} warps of {} lanes make {} threads, not {}", d.max_warps, d.warp_size,
                       d.max_warps * d.warp_size, d.max_threads);
  });
  require(d.max_threads_per_block <= d.max_threads, where, {"max_threads_per_block", "max_threads"},
          [&] { return fmt::format("{} threads in a block, {} in an SM", d.max_threads_per_block, d.max_threads); });
  require(d.shared_bytes_per_block <= d.shared_bytes, where, {"shared_bytes_per_block", "shared_bytes"},
          [&] { return fmt::format("{} bytes in a block, {} in an SM", d.shared_bytes_per_block, d.shared_bytes); });
  require(d.registers_per_block <= d.registers, where, {"registers_per_block", "registers"},
          [&] { return fmt::format("{} registers in a block, {} in an SM", d.registers_per_block, d.registers); });
  require(d.register_unit <= d.registers_per_block, where, {"register_unit", "registers_per_block", "registers"},
          [&] { return fmt::format("{} registers at a time, {} in a block", d.register_unit, d.registers_per_block); });
}

/// Figures that follow from each other must agree within what data sheets round. A bus of 5120 bits
/// at 1.754 Gbit/s per pin carries 1123 GB/s; a file that says 900 has one of the three wrong.
/// memory_hz is half of the rate per pin (two bits per cycle).
void check_rates(const DeviceSpec& d, const FigurePlaces& where) {
  require(d.base_hz <= d.boost_hz, where, {"base_mhz", "boost_mhz"},
          [&] { return fmt::format("{} MHz is above the boost clock, {} MHz", d.base_hz / 1e6, d.boost_hz / 1e6); });
  require(d.sustained_hz == 0 || d.sustained_hz >= d.boost_hz, where, {"sustained_mhz", "boost_mhz"}, [&] {
    return fmt::format("{} MHz held under load is below the boost clock, {} MHz", d.sustained_hz / 1e6,
                       d.boost_hz / 1e6);
  });
  require(d.tensor_hz <= d.boost_hz, where, {"tensor_mhz", "boost_mhz"}, [&] {
    return fmt::format("{} MHz of the tensor rates is above the boost clock, {} MHz", d.tensor_hz / 1e6,
                       d.boost_hz / 1e6);
  });
  require(d.dram_share_low <= d.dram_share && d.dram_share <= d.dram_share_high, where,
          {"dram_share", "dram_share_low", "dram_share_high"}, [&] {
            return fmt::format("{} is not between {} and {}", d.dram_share, d.dram_share_low, d.dram_share_high);
          });
  const double bus = 2 * d.memory_hz * d.memory_bus_bits / 8;
  require(close(bus, d.dram_bytes_per_s), where, {"dram_gb_per_s", "memory_gbps_per_pin", "memory_bus_bits"}, [&] {
    return fmt::format("{} bits of {} Gbit/s carry {:.1f} GB/s, not {:.1f}", d.memory_bus_bits, 2e-9 * d.memory_hz,
                       bus / 1e9, d.dram_bytes_per_s / 1e9);
  });
  const double peak = d.sms * d.throughput.fp32 * 2 * d.boost_hz;
  require(d.peak_fp32_flops == 0 || close(peak, d.peak_fp32_flops), where, {"peak_fp32_tflops"}, [&] {
    return fmt::format("{} SMs * {} lanes * 2 * {} MHz make {:.2f} TFLOP/s, not {:.2f}", d.sms, d.throughput.fp32,
                       d.boost_hz / 1e6, peak / 1e12, d.peak_fp32_flops / 1e12);
  });
}

/// GB/s per lane in one direction, by generation: 8b/10b coding up to the second, 128b/130b up to the fifth, flits of
/// 256 bytes with 242 of payload in the sixth (PCI Express Base Specification).
constexpr double pcie_lane_gb_per_s[] = {0, 0.25, 0.5, 0.9846, 1.969, 3.938, 7.563};

void check_host_link(const DeviceSpec& d, const FigurePlaces& where) {
  if (d.pcie_generation > 0 || d.pcie_lanes > 0) {
    const double link = pcie_lane_gb_per_s[d.pcie_generation] * d.pcie_lanes;
    require(link > 0 && close(1e9 * link, d.host_bytes_per_s), where,
            {"host_gb_per_s", "pcie_lanes", "pcie_generation"}, [&] {
              return fmt::format("{} lanes of PCI Express {}.0 carry {:.2f} GB/s, not {:.2f}", d.pcie_lanes,
                                 d.pcie_generation, link, d.host_bytes_per_s / 1e9);
            });
  }
  const bool has_link = d.host_bytes_per_s > 0;
  require(has_link == (d.host_share > 0) && has_link == (d.host_latency_s > 0), where,
          {"host_gb_per_s", "host_share", "host_latency_us"},
          [&] { return std::string("host_gb_per_s, host_share and host_latency_us must be given together"); });
  require(!d.integrated || !has_link, where, {"integrated", "host_gb_per_s"},
          [&] { return std::string("an integrated device has no link to the host (host_gb_per_s)"); });
  require(d.integrated || !(d.integrated_copy_bytes_per_s > 0), where, {"integrated_copy_gb_per_s"},
          [&] { return std::string("only an integrated device has it (integrated = true)"); });
}

}  // namespace

void check_consistency(const DeviceSpec& device, const FigurePlaces& where) {
  check_limits(device, where);
  check_rates(device, where);
  check_host_link(device, where);
}

}  // namespace forewarp::device::detail
