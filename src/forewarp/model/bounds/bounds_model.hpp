// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/model/model.hpp"

namespace forewarp::model {

/// "bounds": bounds.hpp behind the interface of all models.
class BoundsModel final : public Model {
 public:
  [[nodiscard]] std::string_view name() const override { return "bounds"; }
  [[nodiscard]] Prediction predict(const Demand& demand, const device::DeviceSpec& device) const override;
};

}  // namespace forewarp::model
