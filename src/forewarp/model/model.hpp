// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The interface of every model of time, the list that names them, and the one way to ask them.
///
///     Profile --summarise()--> Summary --demand()----------------+
///                                                                +--> Demand --Model::predict()--> Prediction
///     metrics --counters::features_of()--> Features --demand_from()--+
///
/// A Demand is what one launch asks of one device, whether the emulator or a profiler counted it; it includes what the
/// caches are assumed to hold. So a model needs one function, works for both sources, and costs one virtual call per
/// prediction.
///
/// Two equations of time are not behind this interface, because their inputs and answers are others:
///   * a calibrated expression (expression/) reads the formulas of a kernel's counts at given sizes, holds for the one
///     device that it was calibrated on, and answers with a sum of terms, without range, occupancy or limiter;
///   * wave::waves() reads a launch shape and three constants. `forewarp launch` evaluates it for every block size,
///   with
///     the constants that WaveModel takes from a Demand, too (wave::constants_from).
#include <string_view>
#include <vector>

#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/bounds/machine_demand.hpp"
#include "forewarp/model/caches.hpp"
#include "forewarp/model/prediction.hpp"

namespace forewarp::model {

class Model {
 public:
  virtual ~Model() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Throws InputError for a demand without blocks or a device without clock, SMs or bandwidth.
  [[nodiscard]] virtual Prediction predict(const Demand& demand, const device::DeviceSpec& device) const = 0;
};

/// The models that need nothing but a Demand, by name; a new one adds its line in models.cpp. bsp::LambdaModel
/// (bsp/measured.hpp) corrects any of them by a measured run.
[[nodiscard]] std::vector<std::string_view> model_names();
/// Whether model_called() knows the name.
[[nodiscard]] bool is_model(std::string_view name);
/// Models have no state: each exists once, for the whole run of the program. Throws InputError naming the models there
/// are.
[[nodiscard]] const Model& model_called(std::string_view name);
/// The bounds model.
[[nodiscard]] const Model& default_model();

/// demand() and Model::predict() in one call, with the profile's marks. Throws as both of them.
[[nodiscard]] Prediction predict(const profile::Profile& profile, const device::DeviceSpec& device,
                                 Caches caches = Caches::usual, const Model& model = default_model());
/// The same from a summary made once, without marks: what to call for many devices.
[[nodiscard]] Prediction predict(const Summary& summary, const device::DeviceSpec& device,
                                 Caches caches = Caches::usual, const Model& model = default_model());
/// The same with what is known of the device's machine code, which the prediction states.
[[nodiscard]] Prediction predict(const Summary& summary, const MachineWork& code, const device::DeviceSpec& device,
                                 Caches caches = Caches::usual, const Model& model = default_model());

}  // namespace forewarp::model
