// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The distinct launches of a recorded program, predicted again from their profiles: with everything that a prediction
/// and an advice have, where the recording itself has times and limiters alone. The numbers are the recorded ones.
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/model/advise/strategy.hpp"
#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/machine_codes.hpp"
#include "forewarp/report/advice_view.hpp"
#include "forewarp/report/prediction_view.hpp"
#include "forewarp/runtime/recording.hpp"

namespace forewarp::report {

struct LaunchStudy {
  std::vector<DevicePrediction> predictions;  ///< in the order of the devices
  std::vector<DeviceAdvice> advice;           ///< of the devices that can run it
};

class LaunchStudies {
 public:
  /// recording and devices outlive this. devices: those of the run, in its order.
  LaunchStudies(const runtime::Recording& recording, std::span<const device::DeviceSpec> devices, model::Caches caches);

  /// Whether the recording has the details of the launch.
  [[nodiscard]] bool has(std::size_t distinct) const { return details_.contains(distinct); }
  [[nodiscard]] LaunchStudy study(std::size_t distinct);
  /// What predict --report makes a page of: {"kernel", "grid", "block", "registers", "shared_bytes", "notes",
  /// "predictions", "profile", "ptx", "advice"}.
  [[nodiscard]] nlohmann::ordered_json document(std::size_t distinct);

 private:
  [[nodiscard]] const runtime::LaunchDetail& detail(std::size_t distinct) const { return *details_.at(distinct); }
  [[nodiscard]] const ptx::Module& module(std::size_t code);
  /// Of the i-th device, where the prediction was made with it.
  [[nodiscard]] std::optional<model::MachineWork> code_on(std::size_t i, std::size_t distinct);

  const runtime::Recording& recording_;
  std::span<const device::DeviceSpec> devices_;
  model::Caches caches_;
  std::vector<advise::Strategy> strategies_;
  std::map<std::size_t, const runtime::LaunchDetail*> details_;  ///< by Distinct::id
  source::CacheStore cache_;
  std::map<std::size_t, model::MachineCodes> codes_;  ///< by Distinct::id
  std::map<std::size_t, ptx::Module> modules_;        ///< parsed so far, by index among the codes
};

}  // namespace forewarp::report
