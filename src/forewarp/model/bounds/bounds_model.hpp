// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/model/model.hpp"

namespace forewarp::model {

/// bounds.hpp behind the interface of all models: the features carry the demand by catalogue names, as
/// feature::features_from_counters() and features_of(Demand) write them.
class BoundsModel final : public Model {
 public:
  [[nodiscard]] std::string_view name() const override { return "bounds"; }
  [[nodiscard]] Prediction predict(const feature::Features& features, const launch::Launch& launch,
                                   const device::DeviceSpec& device) const override;
};

}  // namespace forewarp::model
