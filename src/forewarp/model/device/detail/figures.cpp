// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/figures.hpp"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

namespace forewarp::device::detail {
namespace {

// A figure of a data sheet as a row: its key in the file, its unit, what it may be, and how to set
// and get the member that holds it. Reader, index, checks, `forewarp devices` and its documentation
// are loops over these rows, so a new figure is one new row and one new member. Values in files
// have the unit of data sheets (MHz, KiB, GB/s); scale converts to SI.
template <auto member>
constexpr Figure figure(std::string_view key, std::string_view unit, double low, double high, double scale = 1,
                        bool required = true) {
  using Type = std::remove_cvref_t<decltype(DeviceSpec{}.*member)>;
  constexpr FigureKind kind = std::is_same_v<Type, bool>     ? FigureKind::flag
                              : std::is_same_v<Type, double> ? FigureKind::number
                                                             : FigureKind::whole;
  return {.key = key,
          .unit = unit,
          .kind = kind,
          .low = low,
          .high = high,
          .scale = scale,
          .set = [](DeviceSpec& device, double value) { device.*member = static_cast<Type>(value); },
          .get = [](const DeviceSpec& device) { return static_cast<double>(device.*member); },
          .required = required};
}

template <double Throughput::*member>
constexpr Figure rate(std::string_view key, double low, double high, std::string_view unit = "lanes per SM and cycle",
                      bool required = true) {
  return {.key = key,
          .unit = unit,
          .kind = FigureKind::number,
          .low = low,
          .high = high,
          .set = [](DeviceSpec& device, double value) { device.throughput.*member = value; },
          .get = [](const DeviceSpec& device) { return device.throughput.*member; },
          .required = required};
}

// clang-format off
constexpr Figure all[] = {
    figure<&DeviceSpec::compute_capability>("compute_capability", "two digits, 70 for 7.0; 0 for AMD", 0, 999),
    figure<&DeviceSpec::year>("year", "year of launch", 2000, 2100),
    figure<&DeviceSpec::sms>("sms", "SMs or compute units", 1, 4096),
    figure<&DeviceSpec::warp_size>("warp_size", "lanes", 1, 128),
    figure<&DeviceSpec::schedulers>("schedulers", "warp schedulers per SM", 1, 64),
    figure<&DeviceSpec::issue_per_scheduler>("issue_per_scheduler", "instructions a cycle", 0.01, 16),
    figure<&DeviceSpec::base_hz>("base_mhz", "MHz", 10, 10000, 1e6),
    figure<&DeviceSpec::boost_hz>("boost_mhz", "MHz", 10, 10000, 1e6),
    figure<&DeviceSpec::sustained_hz>("sustained_mhz", "MHz under load, above boost_mhz", 10, 10000, 1e6, false),
    figure<&DeviceSpec::tensor_hz>("tensor_mhz", "MHz of the data sheet's tensor rates", 10, 10000, 1e6, false),
    figure<&DeviceSpec::mma_sync_share>("mma_sync_share", "of the tensor rates", 0.01, 1, 1, false),
    // Two bits a clock (DDR): 14 Gbit/s of a pin are a clock of 7 GHz, hence half of 1e9.
    figure<&DeviceSpec::memory_hz>("memory_gbps_per_pin", "Gbit/s of a data pin", 0.1, 200, 0.5e9),
    figure<&DeviceSpec::memory_bus_bits>("memory_bus_bits", "bits", 16, 65536),
    figure<&DeviceSpec::max_warps>("max_warps", "per SM", 1, 1024),
    figure<&DeviceSpec::max_blocks>("max_blocks", "per SM", 1, 1024),
    figure<&DeviceSpec::max_blocks_of_several_warps>("max_blocks_of_several_warps", "per SM", 1, 1024, 1, false),
    figure<&DeviceSpec::max_threads>("max_threads", "per SM", 1, 65536),
    figure<&DeviceSpec::max_threads_per_block>("max_threads_per_block", "threads", 1, 65536),
    figure<&DeviceSpec::registers>("registers", "32-bit registers per SM", 1024, 16777216),
    figure<&DeviceSpec::registers_per_block>("registers_per_block", "32-bit registers", 1024, 16777216, 1, false),
    figure<&DeviceSpec::register_unit>("register_unit", "registers", 1, 65536),
    figure<&DeviceSpec::registers_by_block>("registers_by_block", "", 0, 1),
    figure<&DeviceSpec::warp_granularity>("warp_granularity", "warps", 1, 64),
    figure<&DeviceSpec::max_registers_per_thread>("max_registers_per_thread", "registers", 1, 1024),
    figure<&DeviceSpec::shared_bytes>("shared_bytes", "bytes per SM", 0, 67108864),
    figure<&DeviceSpec::shared_bytes_per_block>("shared_bytes_per_block", "bytes", 0, 67108864),
    figure<&DeviceSpec::shared_unit>("shared_unit", "bytes", 1, 1048576),
    figure<&DeviceSpec::shared_reserved>("shared_reserved", "bytes of each block", 0, 1048576),
    figure<&DeviceSpec::shared_banks>("shared_banks", "banks", 1, 1024),
    figure<&DeviceSpec::shared_bank_bytes>("shared_bank_bytes", "bytes", 1, 64),
    rate<&Throughput::fp16>("throughput.fp16", 0, 65536),
    rate<&Throughput::fp32>("throughput.fp32", 0.1, 65536),
    rate<&Throughput::fp64>("throughput.fp64", 0, 65536),
    rate<&Throughput::int_add>("throughput.int_add", 0.1, 65536),
    rate<&Throughput::int_mul>("throughput.int_mul", 0.1, 65536),
    rate<&Throughput::shift>("throughput.shift", 0.1, 65536),
    rate<&Throughput::special>("throughput.special", 0.1, 65536),
    rate<&Throughput::convert>("throughput.convert", 0.1, 65536),
    rate<&Throughput::warp_shuffle>("throughput.warp_shuffle", 0.1, 65536),
    rate<&Throughput::fp32_packed>("throughput.fp32_packed", 0.1, 65536, "results of instructions on pairs of floats per SM and cycle", false),
    rate<&Throughput::texture>("throughput.texture", 0.1, 1024, "texels of 4 bytes per SM and cycle", false),
    rate<&Throughput::load_store>("throughput.load_store", 0.1, 65536),
    rate<&Throughput::tensor_f16>("throughput.tensor_f16", 0, 1048576, "FMA per SM and cycle"),
    rate<&Throughput::tensor_f16_f32>("throughput.tensor_f16_f32", 0, 1048576, "FMA per SM and cycle", false),
    rate<&Throughput::tensor_tf32>("throughput.tensor_tf32", 0, 1048576, "FMA per SM and cycle"),
    rate<&Throughput::tensor_f64>("throughput.tensor_f64", 0, 1048576, "FMA per SM and cycle", false),
    figure<&DeviceSpec::l1_bytes>("l1_kib", "KiB per SM; 0: global loads bypass it", 0, 65536, 1024),
    figure<&DeviceSpec::l1_bytes_per_cycle>("l1_bytes_per_cycle", "sustained bytes per SM and cycle", 0, 65536),
    figure<&DeviceSpec::l1_caches_global>("l1_caches_global", "", 0, 1),
    figure<&DeviceSpec::l1_shares_with_shared>("l1_shares_with_shared", "", 0, 1),
    figure<&DeviceSpec::shared_bytes_per_cycle>("shared_bytes_per_cycle", "sustained bytes per SM and cycle", 1, 65536),
    figure<&DeviceSpec::l2_bytes>("l2_kib", "KiB", 0, 16777216, 1024),
    figure<&DeviceSpec::l2_bytes_per_s>("l2_bytes_per_cycle", "sustained bytes a cycle, whole device, at boost clock", 1, 1048576),
    figure<&DeviceSpec::l3_bytes>("l3_mib", "MiB between L2 and DRAM", 0, 1048576, 1048576.0, false),
    figure<&DeviceSpec::l3_bytes_per_s>("l3_gb_per_s", "GB/s, sustained", 0.1, 1000000, 1e9, false),
    figure<&DeviceSpec::l3_latency>("l3_latency", "cycles at boost clock", 1, 100000, 1, false),
    figure<&DeviceSpec::l2_partitions>("l2_partitions", "that keep copies of their own", 1, 2, 1, false),
    figure<&DeviceSpec::l2_port_bytes_per_cycle>("l2_port_bytes_per_cycle", "bytes a cycle from L2 to one SM", 1, 65536, 1, false),
    figure<&DeviceSpec::l1_moves_whole_lines>("l1_moves_whole_lines", "", 0, 1, 1, false),
    figure<&DeviceSpec::atomics_per_cycle>("atomics_per_cycle", "on one address", 0.001, 64, 1, false),
    figure<&DeviceSpec::block_dispatch_cycles>("block_dispatch_cycles", "cycles between two blocks for one SM", 0, 100000, 1, false),
    figure<&DeviceSpec::blocks_per_cycle>("blocks_per_cycle", "blocks a cycle that all SMs together are given", 0, 1000, 1, false),
    figure<&DeviceSpec::block_store_cycles>("block_store_cycles", "cycles from a block's last store to the release of its place", 0, 1000000, 1, false),
    figure<&DeviceSpec::block_turnaround_cycles>("block_turnaround_cycles", "cycles from a block's end to the next one's begin", 0, 1000000, 1, false),
    figure<&DeviceSpec::shared_loads_return_pairs>("shared_loads_return_pairs", "", 0, 1, 1, false),
    figure<&DeviceSpec::fp32_lanes_do_int>("fp32_lanes_do_int", "", 0, 1, 1, false),
    figure<&DeviceSpec::fp32_lanes_multiply_int>("fp32_lanes_multiply_int", "", 0, 1, 1, false),
    figure<&DeviceSpec::fp32_lanes_do_fp16>("fp32_lanes_do_fp16", "", 0, 1, 1, false),
    figure<&DeviceSpec::second_issue_needs_other_pipe>("second_issue_needs_other_pipe", "", 0, 1, 1, false),
    figure<&DeviceSpec::dram_bytes>("dram_gib", "GiB", 0.01, 65536, 1073741824.0),
    figure<&DeviceSpec::dram_bytes_per_s>("dram_gb_per_s", "GB/s, peak", 0.1, 1000000, 1e9),
    figure<&DeviceSpec::dram_channel_bits>("dram_channel_bits", "bits of the bus that open rows of their own", 1, 1024, 1, false),
    figure<&DeviceSpec::dram_activate_s>("dram_activate_ns", "ns between two rows that a channel opens", 0.1, 1000, 1e-9, false),
    figure<&DeviceSpec::dram_share>("dram_share", "of the peak, by copy and triad kernels", 0.01, 1, 1, false),
    figure<&DeviceSpec::dram_share_low>("dram_share_low", "of the peak, the least", 0.01, 1, 1, false),
    figure<&DeviceSpec::dram_share_high>("dram_share_high", "of the peak, the most", 0.01, 1, 1, false),
    figure<&DeviceSpec::integrated>("integrated", "", 0, 1, 1, false),
    figure<&DeviceSpec::integrated_copy_bytes_per_s>("integrated_copy_gb_per_s", "GB/s of copies between host and device in one memory", 0.01, 100000, 1e9, false),
    figure<&DeviceSpec::dram_inline_ecc>("dram_inline_ecc", "", 0, 1, 1, false),
    figure<&DeviceSpec::alu_latency>("alu_latency", "cycles at boost clock", 1, 100000),
    figure<&DeviceSpec::fp64_latency>("fp64_latency", "cycles at boost clock", 1, 100000),
    figure<&DeviceSpec::special_latency>("special_latency", "cycles at boost clock", 1, 100000),
    figure<&DeviceSpec::shared_latency>("shared_latency", "cycles at boost clock", 1, 100000),
    figure<&DeviceSpec::l1_latency>("l1_latency", "cycles at boost clock", 1, 100000),
    figure<&DeviceSpec::l2_latency>("l2_latency", "cycles at boost clock", 1, 100000),
    figure<&DeviceSpec::dram_latency>("dram_latency", "cycles at boost clock", 1, 100000),
    figure<&DeviceSpec::atomic_latency>("atomic_latency", "cycles at boost clock", 1, 100000),
    figure<&DeviceSpec::pcie_generation>("pcie_generation", "of PCI Express to the host", 1, 6, 1, false),
    figure<&DeviceSpec::pcie_lanes>("pcie_lanes", "lanes of PCI Express to the host", 1, 32, 1, false),
    figure<&DeviceSpec::host_bytes_per_s>("host_gb_per_s", "GB/s in one direction between host and device, peak", 0.01, 100000, 1e9, false),
    figure<&DeviceSpec::host_share>("host_share", "of host_gb_per_s that large transfers reach", 0.01, 1, 1, false),
    figure<&DeviceSpec::host_latency_s>("host_latency_us", "microseconds, a read from host memory", 0.01, 1000, 1e-6, false),
    figure<&DeviceSpec::host_reads_in_flight>("host_reads_in_flight", "read requests between host and device", 1, 1048576, 1, false),
    figure<&DeviceSpec::launch_overhead_s>("launch_overhead_us", "microseconds", 0, 100000, 1e-6),
    figure<&DeviceSpec::graph_launch_overhead_s>("graph_launch_overhead_us", "microseconds, a node of a graph", 0.01, 100000, 1e-6, false),
    figure<&DeviceSpec::tdp_w>("tdp_w", "W", 1, 100000),
    figure<&DeviceSpec::peak_fp32_flops>("peak_fp32_tflops", "TFLOP/s", 0.001, 1000000, 1e12, false),
};
// clang-format on

}  // namespace

std::span<const Figure> figures() { return all; }

const Figure* find_figure(std::string_view key) {
  const auto* found = std::find_if(std::begin(all), std::end(all), [&](const Figure& f) { return f.key == key; });
  return found == std::end(all) ? nullptr : found;
}

/// What a message says was expected: "a whole number from 1 to 4096 (SMs or compute units)".
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
