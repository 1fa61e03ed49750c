// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// "forewarp advise --counters": a profiler's file in place of a kernel.
#include <string>
#include <vector>

#include "forewarp/model/advise/strategy.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::tool {

struct CounterAdviceRequest {
  std::string file, kernel;  ///< kernel: empty for all of the file
  bool json = false, csv = false;
  std::string report = {};  ///< a page; empty for none
};

/// Throws InputError for a file that is no profiler's and for a kernel that is not in it.
void advise_from_counters(const CounterAdviceRequest& request, const std::vector<device::DeviceSpec>& devices,
                          const std::vector<advise::Strategy>& strategies);

}  // namespace forewarp::tool
