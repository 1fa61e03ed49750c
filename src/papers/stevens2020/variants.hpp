// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The eight variants of three computations that stevens2020 predicts (section 8), and at which sizes.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/calibrate/ready_made.hpp"

namespace forewarp::papers::stevens2020 {

struct Variant {
  std::string name;                                 ///< data/loop/NAME.loop
  std::vector<calibrate::SizedKernel> kernels;      ///< one a size
  std::vector<calibrate::SizedKernel> memory_only;  ///< arithmetic and local memory removed (section 7.1.1)
};

struct Application {
  std::string name, title;  ///< name: of the model that ships for it
  std::string size;         ///< the parameter that varies
  std::vector<std::int64_t> sizes;
  std::vector<Variant> variants;
  double printed_error = 0;  ///< the paper's, over its five GPUs, percent
};

/// Sizes of the paper on a GPU; on a CPU such as take milliseconds rather than seconds. None is a power of two: rows a
/// power of two apart fall into few sets of a cache, which no feature of the paper tells (docs/calibrate.md).
[[nodiscard]] std::vector<Application> applications(calibrate::DeviceKind kind);

}  // namespace forewarp::papers::stevens2020
