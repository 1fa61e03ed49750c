// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/bounds_model.hpp"

#include "forewarp/model/bounds/bounds.hpp"

namespace forewarp::model {

Prediction BoundsModel::predict(const Demand& demand, const device::DeviceSpec& device) const {
  return bounds(demand, device);
}

}  // namespace forewarp::model
