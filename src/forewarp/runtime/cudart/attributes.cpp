// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/cudart/attributes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "forewarp/runtime/cudart/texture_limits.hpp"

namespace forewarp::cudart {
namespace {

using device::DeviceSpec;

constexpr int most = 0x7fffffff, max_grid_yz = 65535;
constexpr unsigned shared_without_opting_in = 48 << 10, constant_bytes = 64 << 10;

struct Row {
  int first, last;  ///< attributes
  int (*value)(const DeviceSpec& d);
};

int khz(double hz) { return static_cast<int>(std::lround(hz / 1e3)); }

template <unsigned capability>
int since(const DeviceSpec& d) {
  return d.compute_capability >= capability ? 1 : 0;
}

template <int number>
int always(const DeviceSpec&) {
  return number;
}

template <auto member>
int number_of(const DeviceSpec& d) {
  return static_cast<int>(d.*member);
}

int precision_ratio(const DeviceSpec& d) {
  return d.throughput.fp64 > 0 ? static_cast<int>(std::lround(d.throughput.fp32 / d.throughput.fp64)) : 0;
}

int shared_default(const DeviceSpec& d) {
  return static_cast<int>(std::min(shared_without_opting_in, d.shared_bytes_per_block));
}

/// ECC is on as boards of data centres are delivered; all with HBM have it but the Titan V.
int has_ecc(const DeviceSpec& d) {
  const bool hbm = d.dram_type.starts_with("HBM") && !d.name.starts_with("Titan");
  return hbm || d.dram_inline_ecc ? 1 : 0;
}

/// Three quarters of L2 may be set aside for accesses that persist (CUDA C++ Programming Guide, "L2 Set-Aside").
int persisting_bytes(const DeviceSpec& d) {
  return d.compute_capability >= 80 ? static_cast<int>(0.75 * d.l2_bytes) : 0;
}

int policy_window_bytes(const DeviceSpec& d) { return d.compute_capability >= 80 ? 128 << 20 : 0; }

/// In the order of CUdevice_attribute; extents of textures and surfaces are in texture_limits.cpp. What shares memory
/// between processes is not supported.
constexpr std::array attribute_rows = {
    Row{1, 1, number_of<&DeviceSpec::max_threads_per_block>},
    Row{2, 3, always<1024>},
    Row{4, 4, always<64>},
    Row{5, 5, always<most>},
    Row{6, 7, always<max_grid_yz>},
    Row{8, 8, shared_default},
    Row{9, 9, always<constant_bytes>},
    Row{10, 10, number_of<&DeviceSpec::warp_size>},
    Row{11, 11, always<most>},  // pitch
    Row{12, 12, number_of<&DeviceSpec::registers_per_block>},
    Row{13, 13, [](const DeviceSpec& d) { return khz(d.boost_hz); }},
    Row{14, 14, always<512>},  // alignment of textures
    Row{15, 15, always<1>},    // copies overlap with kernels
    Row{16, 16, number_of<&DeviceSpec::sms>},
    Row{17, 17, always<0>},  // time limit of kernels
    Row{18, 18, number_of<&DeviceSpec::integrated>},
    Row{19, 19, always<1>},  // maps host memory
    Row{20, 20, always<0>},  // compute mode
    Row{30, 30, always<512>},
    Row{31, 31, always<1>},  // concurrent kernels
    Row{32, 32, has_ecc},
    // 33: bus, see attribute_of
    Row{34, 35, always<0>},  // PCI device, TCC
    Row{36, 36, [](const DeviceSpec& d) { return khz(d.memory_hz); }},
    Row{37, 37, number_of<&DeviceSpec::memory_bus_bits>},
    Row{38, 38, number_of<&DeviceSpec::l2_bytes>},
    Row{39, 39, number_of<&DeviceSpec::max_threads>},
    Row{40, 40, always<2>},   // copy engines
    Row{41, 41, always<1>},   // unified addressing
    Row{44, 44, always<1>},   // textures of four texels
    Row{50, 50, always<0>},   // PCI domain
    Row{51, 51, always<32>},  // pitch of textures
    Row{75, 75, [](const DeviceSpec& d) { return static_cast<int>(d.compute_capability / 10); }},
    Row{76, 76, [](const DeviceSpec& d) { return static_cast<int>(d.compute_capability % 10); }},
    Row{78, 78, always<1>},  // stream priorities
    Row{79, 79, [](const DeviceSpec& d) { return d.l1_caches_global ? 1 : 0; }},
    Row{80, 80, always<1>},
    Row{81, 81, number_of<&DeviceSpec::shared_bytes>},
    Row{82, 82, number_of<&DeviceSpec::registers>},
    Row{83, 83, always<1>},  // managed memory
    Row{84, 86, always<0>},  // boards of several devices, atomics on the host's memory
    Row{87, 87, precision_ratio},
    Row{88, 88, always<0>},  // pageable memory
    Row{89, 89, [](const DeviceSpec& d) { return d.compute_capability >= 60 && !d.integrated ? 1 : 0; }},  // managed
    Row{90, 90, since<60>},                                                                                // preemption
    Row{91, 91, always<1>},  // host's addresses of registered memory
    Row{92, 94, always<0>},  // memory operations of streams
    Row{95, 95, since<60>},  // cooperative launch
    Row{96, 96, always<0>},  // on several devices
    Row{97, 97, number_of<&DeviceSpec::shared_bytes_per_block>},
    Row{98, 98, always<0>},
    Row{99, 99, always<1>},    // cuMemHostRegister
    Row{100, 101, always<0>},  // host's page tables, managed memory from the host
    Row{102, 102, since<60>},  // virtual memory management
    Row{103, 105, always<0>},  // handles of it
    Row{106, 106, number_of<&DeviceSpec::max_blocks>},
    Row{107, 107, always<0>},  // compression
    Row{108, 108, persisting_bytes},
    Row{109, 109, policy_window_bytes},
    Row{110, 110, always<0>},
    Row{111, 111, number_of<&DeviceSpec::shared_reserved>},
    Row{112, 114, always<0>},
    Row{115, 115, always<1>},  // memory pools
    Row{116, 119, always<0>},  // RDMA, handles of pools
    Row{120, 120, since<90>},  // clusters of blocks
    Row{121, 128, always<0>},  // memory operations of streams, IPC, tensor maps
    Row{129, 129, always<0>},
    Row{130, 130, always<0>},  // NUMA configuration: none
    Row{131, 131, always<-1>},
    Row{132, 133, always<0>},
    Row{134, 134, always<-1>},
    Row{135, 147, always<0>},
};

}  // namespace

std::optional<int> attribute_of(const DeviceSpec& device, int place, int attribute) {
  constexpr int pci_bus = 33;
  if (attribute == pci_bus) return place + 1;
  if (const auto limit = texture_limit(device, attribute)) return limit;
  const auto row =
      std::ranges::find_if(attribute_rows, [&](const Row& r) { return r.first <= attribute && attribute <= r.last; });
  if (row == attribute_rows.end()) return std::nullopt;
  return row->value(device);
}

}  // namespace forewarp::cudart
