// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/machine_demand.hpp"

#include <algorithm>

#include "forewarp/model/bounds/amd_code.hpp"

namespace forewarp::model {
namespace {

using machine::Pipe;

double requests_of(const machine::Mix& mix) {
  return mix.of(Pipe::memory) + mix.of(Pipe::texture) - mix.constant_loads;
}

/// Of the spills' sectors, those that L1 does not hold. Example: 2048 threads of 64 bytes are 128 KiB; beside an L1 of
/// 96 KiB a quarter is missing.
double share_beyond_l1(const Demand& d, const MachineWork& work, const device::DeviceSpec& device) {
  const double frames = double{1} * d.occupancy.blocks_per_sm * d.threads_per_block * work.frame_bytes;
  const double l1 = static_cast<double>(device.l1_bytes);
  return frames > 0 ? std::clamp(1 - l1 / frames, 0.0, 1.0) : 0;
}

void add_spills(Demand& d, const MachineWork& work, const device::DeviceSpec& device) {
  constexpr double lanes_of_sector = 8;  // 32 bytes of 4 each: a thread's words are interleaved with its warp's
  const double sectors_of_word = device.warp_size / lanes_of_sector;
  const double loads = work.mix.spill_loads.bytes() / 4 * sectors_of_word,
               stores = work.mix.spill_stores.bytes() / 4 * sectors_of_word;
  d.l1_sectors += loads;
  d.l1_wavefronts += loads / sectors_of_word;
  d.l2_sectors += (loads + stores) * share_beyond_l1(d, work, device);
}

}  // namespace

machine::PtxLines ptx_lines_of(const profile::Profile& profile, const ptx::Module& module) {
  std::vector<machine::PtxBlockCount> counts;
  for (const profile::BasicBlockCount& b : profile.basic_blocks) counts.push_back({b.function, b.warps, b.threads});
  return machine::ptx_lines(module, counts, profile.threads, profile.warps);
}

MachineWork machine_work(const profile::Profile& profile, const ptx::Module& module, const machine::KernelCode& code) {
  const machine::PtxLines lines = ptx_lines_of(profile, module);
  const machine::Executions executions = machine::executions_of(code.kernel, code.graph, lines);
  return {machine::mix_of(code.kernel, code.graph, executions, lines), code.kernel.registers, code.kernel.frame_bytes,
          code.kernel.shared_bytes};
}

Summary with_registers(Summary summary, const MachineWork& work) {
  if (work.registers > 0) summary.registers = work.registers;
  return summary;
}

Demand with_machine_code(Demand d, const MachineWork& work, const device::DeviceSpec& device) {
  if (device.vendor == device::Vendor::amd) return with_amd_code(std::move(d), work, device);
  const machine::Mix& mix = work.mix;
  d.issue = mix.issue;
  d.fp16 = mix.of(Pipe::fp16);
  d.fp32 = mix.of(Pipe::fp32);
  d.fp64 = mix.of(Pipe::fp64);
  d.int_add = mix.of(Pipe::int_add);
  d.int_mul = mix.of(Pipe::int_mul);
  d.shift = mix.of(Pipe::shift);
  d.special = mix.of(Pipe::special);
  d.convert = mix.of(Pipe::convert);
  d.shuffle = mix.of(Pipe::shuffle);
  d.branch = mix.of(Pipe::control);
  d.load_store = requests_of(mix);
  add_spills(d, work, device);
  return d;
}

}  // namespace forewarp::model
