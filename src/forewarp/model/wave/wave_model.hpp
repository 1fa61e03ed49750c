// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The wave model where nothing was measured: its constants from what the launch asks of the device.
///
///     tau = A / f            w_s = A / D
///
/// A  cycles of a warp that is alone: its critical path times latencies (bounds/resource_cycles.hpp); at least what one
/// scheduler
///    takes for its work on memory and the rest, one after the other
/// D  cycles of an SM for a warp's share of the resource that is wanted most             f  SM clock, Hz
///
/// So one warp takes its latencies and w_s of them, one after the other, fill the resource (Little's law). Where bounds
/// (bounds/bounds.hpp) lets all resources of a wave queue for each other, this has the one bend.
#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/model/wave/wave.hpp"

namespace forewarp::model::wave {

/// Throws InputError for a device without clock or a demand without blocks.
[[nodiscard]] Constants constants_from(const Demand& demand, const device::DeviceSpec& device);

}  // namespace forewarp::model::wave

namespace forewarp::model {

/// "wave": low and high are those of the optimistic and the pessimistic assumptions (bounds/constants.hpp), widened as
/// the bounds model's where counts were sampled. Its notes say what it leaves out.
class WaveModel final : public Model {
 public:
  [[nodiscard]] std::string_view name() const override { return "wave"; }
  [[nodiscard]] Prediction predict(const Demand& demand, const device::DeviceSpec& device) const override;
};

}  // namespace forewarp::model
