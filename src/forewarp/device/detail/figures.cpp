// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/device/detail/figures.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace forewarp::device::detail {
namespace {

constexpr FigureKind whole = FigureKind::whole, number = FigureKind::number, flag = FigureKind::flag;

// clang-format off
constexpr Figure all[] = {
    {"compute_capability", "two digits, 70 for 7.0; 0 for AMD", whole, 0, 999, [](DeviceSpec& d, double v) { d.compute_capability = static_cast<unsigned>(v); }},
    {"year", "year of launch", whole, 2000, 2100, [](DeviceSpec& d, double v) { d.year = static_cast<unsigned>(v); }},
    {"sms", "SMs or compute units", whole, 1, 4096, [](DeviceSpec& d, double v) { d.sms = static_cast<unsigned>(v); }},
    {"warp_size", "lanes", whole, 1, 128, [](DeviceSpec& d, double v) { d.warp_size = static_cast<unsigned>(v); }},
    {"schedulers", "warp schedulers per SM", whole, 1, 64, [](DeviceSpec& d, double v) { d.schedulers = static_cast<unsigned>(v); }},
    {"issue_per_scheduler", "instructions a cycle", number, 0.01, 16, [](DeviceSpec& d, double v) { d.issue_per_scheduler = v; }},
    {"base_mhz", "MHz", number, 10, 10000, [](DeviceSpec& d, double v) { d.base_hz = v * 1e6; }},
    {"boost_mhz", "MHz", number, 10, 10000, [](DeviceSpec& d, double v) { d.boost_hz = v * 1e6; }},
    {"memory_gbps_per_pin", "Gbit/s of a data pin", number, 0.1, 200, [](DeviceSpec& d, double v) { d.memory_hz = v * 0.5e9; }},
    {"memory_bus_bits", "bits", whole, 16, 65536, [](DeviceSpec& d, double v) { d.memory_bus_bits = static_cast<unsigned>(v); }},
    {"max_warps", "per SM", whole, 1, 1024, [](DeviceSpec& d, double v) { d.max_warps = static_cast<unsigned>(v); }},
    {"max_blocks", "per SM", whole, 1, 1024, [](DeviceSpec& d, double v) { d.max_blocks = static_cast<unsigned>(v); }},
    {"max_blocks_of_several_warps", "per SM", whole, 1, 1024, [](DeviceSpec& d, double v) { d.max_blocks_of_several_warps = static_cast<unsigned>(v); }, false},
    {"max_threads", "per SM", whole, 1, 65536, [](DeviceSpec& d, double v) { d.max_threads = static_cast<unsigned>(v); }},
    {"max_threads_per_block", "threads", whole, 1, 65536, [](DeviceSpec& d, double v) { d.max_threads_per_block = static_cast<unsigned>(v); }},
    {"registers", "32-bit registers per SM", whole, 1024, 16777216, [](DeviceSpec& d, double v) { d.registers = static_cast<unsigned>(v); }},
    {"registers_per_block", "32-bit registers", whole, 1024, 16777216, [](DeviceSpec& d, double v) { d.registers_per_block = static_cast<unsigned>(v); }, false},
    {"register_unit", "registers", whole, 1, 65536, [](DeviceSpec& d, double v) { d.register_unit = static_cast<unsigned>(v); }},
    {"registers_by_block", "", flag, 0, 1, [](DeviceSpec& d, double v) { d.registers_by_block = v != 0; }},
    {"warp_granularity", "warps", whole, 1, 64, [](DeviceSpec& d, double v) { d.warp_granularity = static_cast<unsigned>(v); }},
    {"max_registers_per_thread", "registers", whole, 1, 1024, [](DeviceSpec& d, double v) { d.max_registers_per_thread = static_cast<unsigned>(v); }},
    {"shared_bytes", "bytes per SM", whole, 0, 67108864, [](DeviceSpec& d, double v) { d.shared_bytes = static_cast<unsigned>(v); }},
    {"shared_bytes_per_block", "bytes", whole, 0, 67108864, [](DeviceSpec& d, double v) { d.shared_bytes_per_block = static_cast<unsigned>(v); }},
    {"shared_unit", "bytes", whole, 1, 1048576, [](DeviceSpec& d, double v) { d.shared_unit = static_cast<unsigned>(v); }},
    {"shared_reserved", "bytes of each block", whole, 0, 1048576, [](DeviceSpec& d, double v) { d.shared_reserved = static_cast<unsigned>(v); }},
    {"shared_banks", "banks", whole, 1, 1024, [](DeviceSpec& d, double v) { d.shared_banks = static_cast<unsigned>(v); }},
    {"shared_bank_bytes", "bytes", whole, 1, 64, [](DeviceSpec& d, double v) { d.shared_bank_bytes = static_cast<unsigned>(v); }},
    {"throughput.fp16", "lanes per SM and cycle", number, 0, 65536, [](DeviceSpec& d, double v) { d.throughput.fp16 = v; }},
    {"throughput.fp32", "lanes per SM and cycle", number, 0.1, 65536, [](DeviceSpec& d, double v) { d.throughput.fp32 = v; }},
    {"throughput.fp64", "lanes per SM and cycle", number, 0, 65536, [](DeviceSpec& d, double v) { d.throughput.fp64 = v; }},
    {"throughput.int_add", "lanes per SM and cycle", number, 0.1, 65536, [](DeviceSpec& d, double v) { d.throughput.int_add = v; }},
    {"throughput.int_mul", "lanes per SM and cycle", number, 0.1, 65536, [](DeviceSpec& d, double v) { d.throughput.int_mul = v; }},
    {"throughput.shift", "lanes per SM and cycle", number, 0.1, 65536, [](DeviceSpec& d, double v) { d.throughput.shift = v; }},
    {"throughput.special", "lanes per SM and cycle", number, 0.1, 65536, [](DeviceSpec& d, double v) { d.throughput.special = v; }},
    {"throughput.convert", "lanes per SM and cycle", number, 0.1, 65536, [](DeviceSpec& d, double v) { d.throughput.convert = v; }},
    {"throughput.warp_shuffle", "lanes per SM and cycle", number, 0.1, 65536, [](DeviceSpec& d, double v) { d.throughput.warp_shuffle = v; }},
    {"throughput.load_store", "lanes per SM and cycle", number, 0.1, 65536, [](DeviceSpec& d, double v) { d.throughput.load_store = v; }},
    {"throughput.tensor_f16", "FMA per SM and cycle", number, 0, 1048576, [](DeviceSpec& d, double v) { d.throughput.tensor_f16 = v; }},
    {"throughput.tensor_tf32", "FMA per SM and cycle", number, 0, 1048576, [](DeviceSpec& d, double v) { d.throughput.tensor_tf32 = v; }},
    {"l1_kib", "KiB per SM; 0: global loads bypass it", number, 0, 65536, [](DeviceSpec& d, double v) { d.l1_bytes = v * 1024; }},
    {"l1_bytes_per_cycle", "sustained bytes per SM and cycle", number, 0, 65536, [](DeviceSpec& d, double v) { d.l1_bytes_per_cycle = v; }},
    {"l1_caches_global", "", flag, 0, 1, [](DeviceSpec& d, double v) { d.l1_caches_global = v != 0; }},
    {"l1_shares_with_shared", "", flag, 0, 1, [](DeviceSpec& d, double v) { d.l1_shares_with_shared = v != 0; }},
    {"shared_bytes_per_cycle", "sustained bytes per SM and cycle", number, 1, 65536, [](DeviceSpec& d, double v) { d.shared_bytes_per_cycle = v; }},
    {"l2_kib", "KiB", number, 0, 16777216, [](DeviceSpec& d, double v) { d.l2_bytes = v * 1024; }},
    {"l2_bytes_per_cycle", "sustained bytes a cycle, whole device, at boost clock", number, 1, 1048576, [](DeviceSpec& d, double v) { d.l2_bytes_per_s = v; }},
    {"dram_gib", "GiB", number, 0.01, 65536, [](DeviceSpec& d, double v) { d.dram_bytes = v * 1073741824.0; }},
    {"dram_gb_per_s", "GB/s, peak", number, 0.1, 1000000, [](DeviceSpec& d, double v) { d.dram_bytes_per_s = v * 1e9; }},
    {"alu_latency", "cycles at boost clock", number, 1, 100000, [](DeviceSpec& d, double v) { d.alu_latency = v; }},
    {"fp64_latency", "cycles at boost clock", number, 1, 100000, [](DeviceSpec& d, double v) { d.fp64_latency = v; }},
    {"special_latency", "cycles at boost clock", number, 1, 100000, [](DeviceSpec& d, double v) { d.special_latency = v; }},
    {"shared_latency", "cycles at boost clock", number, 1, 100000, [](DeviceSpec& d, double v) { d.shared_latency = v; }},
    {"l1_latency", "cycles at boost clock", number, 1, 100000, [](DeviceSpec& d, double v) { d.l1_latency = v; }},
    {"l2_latency", "cycles at boost clock", number, 1, 100000, [](DeviceSpec& d, double v) { d.l2_latency = v; }},
    {"dram_latency", "cycles at boost clock", number, 1, 100000, [](DeviceSpec& d, double v) { d.dram_latency = v; }},
    {"atomic_latency", "cycles at boost clock", number, 1, 100000, [](DeviceSpec& d, double v) { d.atomic_latency = v; }},
    {"launch_overhead_us", "microseconds", number, 0, 100000, [](DeviceSpec& d, double v) { d.launch_overhead_s = v * 1e-6; }},
    {"tdp_w", "W", number, 1, 100000, [](DeviceSpec& d, double v) { d.tdp_w = v; }},
    {"peak_fp32_tflops", "TFLOP/s", number, 0.001, 1000000, [](DeviceSpec& d, double v) { d.peak_fp32_flops = v * 1e12; }, false},
};
// clang-format on

}  // namespace

std::span<const Figure> figures() { return all; }

const Figure* find_figure(std::string_view key) {
  const auto* found = std::find_if(std::begin(all), std::end(all), [&](const Figure& f) { return f.key == key; });
  return found == std::end(all) ? nullptr : found;
}

std::string expectation(const Figure& figure) {
  switch (figure.kind) {
    case FigureKind::flag:
      return "true or false";
    case FigureKind::whole:
      return fmt::format("a whole number from {} to {} ({})", figure.low, figure.high, figure.unit);
    case FigureKind::number:
      return fmt::format("a number from {} to {} ({})", figure.low, figure.high, figure.unit);
  }
  return "";
}

}  // namespace forewarp::device::detail
