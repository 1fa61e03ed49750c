// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/figures/stream_times.hpp"

#include <algorithm>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/device/conditions.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::figures {
namespace {

/// Vectors that the kernel takes before their length.
unsigned vectors_of(std::string_view kernel) { return kernel == "init" ? 1 : kernel == "triad" ? 3 : 2; }

launch::Launch launch_of(const std::string& kernel, unsigned elements, unsigned threads) {
  launch::Launch launch;
  launch.entry = kernel;
  launch.grid.x = elements / threads + (elements % threads != 0 ? 1 : 0);
  launch.block.x = threads;
  launch.dynamic_shared_bytes = sizeof(double) * threads;
  for (unsigned i = 0; i < vectors_of(kernel); ++i)
    launch.arguments.push_back(
        {std::string(1, static_cast<char>('a' + i)),
         launch::Buffer{.element = ptx::Type::f64, .count = elements, .fill = {.kind = launch::FillKind::uniform}}});
  launch.arguments.push_back({"n", launch::Scalar{ptx::Type::s64, elements}});
  return launch;
}

/// As much shared memory per block as leaves room for exactly this many.
double shared_for(unsigned blocks, const device::DeviceSpec& d) {
  const double each = d.shared_bytes / std::max(1U, blocks);
  return std::max(0.0, std::min<double>(d.shared_bytes_per_block, each - d.shared_reserved - d.shared_unit));
}

}  // namespace

double measured_s(const StreamRow& row) {
  return stream_kernel(row.kernel).words * sizeof(double) * stream_elements / row.bytes_per_s;
}

StreamTimes::StreamTimes() {
  const auto file = shipped_file("devices/streams.ptx");
  module_ = std::make_shared<const ptx::Module>(ptx::parse(read_file(file), file.string()));
}

const model::Summary& StreamTimes::counts(const Key& key) {
  const auto [at, is_new] = known_.try_emplace(key);
  if (is_new) {
    const auto& [kernel, elements, threads, warp_size] = key;
    profile::ProfileOptions options;
    options.warp_size = warp_size;
    at->second = model::summarise(profile::profile(*module_, launch_of(kernel, elements, threads), options));
  }
  return at->second;
}

double StreamTimes::predicted_s(const StreamRow& row, const device::DeviceSpec& device) {
  model::Summary summary = counts({row.kernel, stream_elements, row.threads_per_block, device.warp_size});
  summary.shared_bytes = static_cast<std::uint64_t>(shared_for(row.blocks_per_sm, device));
  return model::predict(summary, device).time_s;
}

double StreamTimes::predicted_s(const SmallKernelRow& row, const device::DeviceSpec& device) {
  model::Summary summary = counts({"scale", row.elements, row.threads_per_block, device.warp_size});
  summary.shared_bytes = 0;  // the measured kernel has none
  return model::predict(summary, device::under(device, {.in_graph = row.in_graph}), model::Caches::warm).time_s;
}

}  // namespace forewarp::figures
