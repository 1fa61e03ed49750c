// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/bounds_model.hpp"

#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/bounds/feature_demand.hpp"

namespace forewarp::model {

Prediction BoundsModel::predict(const feature::Features& features, const launch::Launch& launch,
                                const device::DeviceSpec& device) const {
  return bounds(demand_from(features, launch, device), device);
}

}  // namespace forewarp::model
