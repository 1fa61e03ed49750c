// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What is tried on the AIWC measurements, each as a method that validation can score.
#include <map>
#include <string>
#include <vector>

#include "forewarp/learn/validation/method.hpp"
#include "papers/braun2020/aiwc_data.hpp"

namespace forewarp::papers {

/// t = sum of non-negative costs (learn/linear/bounds.hpp) of aiwc_bounds.
[[nodiscard]] validate::Method aiwc_bounds_method(const AiwcData& data);
/// The same, times how far off it is on the nearest row that was learnt from: bounds where a kernel is new, and the
/// kernel's own times where another size of it is known.
[[nodiscard]] validate::Method aiwc_corrected_method(const AiwcData& data);
/// The one of the two that has the lower median error on kernels left out within the training rows (five folds of whole
/// kernels): the choice has seen no row that it is tested on.
[[nodiscard]] validate::Method aiwc_chosen_method(const AiwcData& data);
/// A learner of learners.hpp on log features and log time: what braun2020 does, and scikit-learn beside us.
[[nodiscard]] validate::Method aiwc_log_method(std::string name, std::string_view learner,
                                               const std::map<std::string, std::string>& settings);

/// What data sheets say of a device, so that one model can serve all.
struct AiwcDevice {
  std::string name, kind;                                ///< kind: nvidia, amd, cpu, manycore
  double clock_hz = 0, peak_flops = 0, bytes_per_s = 0;  ///< single precision
};
/// In the order of data.devices. Throws InputError where the table lacks one.
[[nodiscard]] std::vector<AiwcDevice> aiwc_devices(const AiwcData& data);

/// Rows of all devices, device by device: row d * cases + c.
struct AiwcPooled {
  learn::Samples bounds;    ///< a launch for each kind of device; the bounds over clock, peak and bandwidth
  learn::Samples features;  ///< logarithms of the features of kernel and device
  learn::Target seconds;
  std::vector<std::string> kernels, applications, devices;  ///< one a row
};
[[nodiscard]] AiwcPooled aiwc_pooled(const AiwcData& data, const std::vector<AiwcDevice>& devices);

/// The times of each row on a device never measured, from the others: of the device whose data sheet is nearest, and
/// their geometric mean weighted by nearness. [device][case], seconds.
[[nodiscard]] std::vector<std::vector<double>> aiwc_from_nearest_device(const AiwcData& data,
                                                                        const std::vector<AiwcDevice>& devices);
[[nodiscard]] std::vector<std::vector<double>> aiwc_from_near_devices(const AiwcData& data,
                                                                      const std::vector<AiwcDevice>& devices);

/// For a kernel that was measured on the other devices, but not on this one: log t by ridge regression on the log t of
/// the twelve others, learnt on the other kernels. [device][case], seconds.
[[nodiscard]] std::vector<std::vector<double>> aiwc_known_elsewhere(const AiwcData& data);

}  // namespace forewarp::papers
