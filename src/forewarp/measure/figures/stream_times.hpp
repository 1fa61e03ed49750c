// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the bounds model predicts for the rows of stream.csv and small_kernels.csv. The kernels are those of
/// data/devices/streams.ptx; each launch shape is counted once.
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/measure/figures/rows.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::figures {

/// Seconds that a row of stream.csv took: its bytes as the measurement counts them over bytes_per_s.
[[nodiscard]] double measured_s(const StreamRow& row);

class StreamTimes {
 public:
  /// Throws Unavailable without forewarp's own files.
  StreamTimes();

  /// As many blocks per SM as the row says, held there by shared memory.
  [[nodiscard]] double predicted_s(const StreamRow& row, const device::DeviceSpec& device);
  /// With warm caches; a node of a graph takes graph_launch_overhead_s.
  [[nodiscard]] double predicted_s(const SmallKernelRow& row, const device::DeviceSpec& device);

 private:
  using Key = std::tuple<std::string, unsigned, unsigned, unsigned>;  ///< kernel, elements, threads, warp size
  const model::Summary& counts(const Key& key);

  std::shared_ptr<const ptx::Module> module_;
  std::map<Key, model::Summary> known_;
};

}  // namespace forewarp::figures
