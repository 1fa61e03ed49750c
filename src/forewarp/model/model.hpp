// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The common interface of all models of time, and the list of their names.
#include <memory>
#include <string_view>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/model/feature/features.hpp"
#include "forewarp/model/prediction.hpp"

namespace forewarp::model {

class Model {
 public:
  virtual ~Model() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Throws InputError when a feature the model needs is missing, or the launch does not fit the device.
  [[nodiscard]] virtual Prediction predict(const feature::Features& features, const launch::Launch& launch,
                                           const device::DeviceSpec& device) const = 0;
};

/// Every model there is, by name; a new model adds its line in models.cpp.
[[nodiscard]] std::vector<std::string_view> model_names();
/// Throws InputError naming the models there are.
[[nodiscard]] std::unique_ptr<Model> make_model(std::string_view name);

}  // namespace forewarp::model
