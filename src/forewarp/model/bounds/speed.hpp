// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How fast a launch runs, and what share that is of what the device could do: floating-point operations per second,
/// bytes of DRAM per second, and the busiest resource of computation and of memory (the two bars of Nsight Compute's
/// "GPU Speed Of Light").
///
///     operations per second   operations of a unit / T                    peak: model/operations.hpp
///     bytes per second        bytes that DRAM moves / T                   peak: dram_bytes_per_s
///     share of a resource     (work of the grid / its peak rate) / T      no share is above 1
///
/// T is the predicted time with the overhead of the launch. Rates are means over the whole device, as Nsight Compute's
/// are: a launch that leaves half of the SMs idle has at most 50 %. Peaks are those of the data sheet, without any
/// share that kernels reach; for caches, shared memory and atomics the published rates.
///
/// Operations are counted as PTX has them. Where machine code executes fewer, or a model assumes less traffic than the
/// Demand, a rate could be above its peak: it is then given as the peak.
#include <string>

#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/operations.hpp"

namespace forewarp::model {

/// A resource and the seconds for which it would be busy at its peak rate; no name: none is used.
struct PeakTime {
  const char* resource = "";
  double time_s = 0;
};

/// What a launch amounts to on a device, before the time is known.
struct Work {
  FloatUnit unit{};                            ///< the one that would be busy longest
  double operations = 0, peak_operations = 0;  ///< of this unit; the second per second; 0: not known, or none
  double dram_bytes = 0, peak_dram_bytes = 0;  ///< the second per second
  PeakTime compute = {}, memory = {};          ///< the longest of each
};

/// Operations that no Demand from counters has are 0.
[[nodiscard]] Work work_of(const Demand& demand, const device::DeviceSpec& device);

/// An amount per second beside the largest possible.
struct Rate {
  double per_s = 0, peak_per_s = 0;
  [[nodiscard]] double share() const { return peak_per_s > 0 ? per_s / peak_per_s : 0; }
};

struct ResourceShare {
  std::string resource;
  double share = 0;
};

struct Speed {
  std::string unit;  ///< "fp32": what the operations run on; empty where none are counted
  Rate operations, dram;
  ResourceShare compute, memory;
};

/// Throws InputError for a time that is not positive.
[[nodiscard]] Speed speed_of(const Work& work, double time_s);

}  // namespace forewarp::model
