// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One launch on many devices: what each would take, fastest first, and why some cannot run it at all. One device that
/// lacks an instruction, or that a block does not fit, is reported in its own row and does not stop the others.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/bounds/machine_demand.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/model/prediction.hpp"

namespace forewarp::model {

struct OnDevice {
  device::DeviceSpec device;
  std::optional<Prediction> prediction;  ///< absent when the device cannot run the launch
  std::string reason = {};               ///< why it cannot, one line
};

/// The launch's profile for warps of this width. May throw InputError: devices of that width then have its reason.
using ProfileOfWidth = std::function<profile::Profile(unsigned warp_size)>;

/// What was counted for one width of a warp, or why nothing could be. A profile depends on a device
/// by the width of its warps alone, so a list of a hundred devices needs two profiles, of 32 and 64
/// lanes, and the rest is arithmetic.
struct OfWidth {
  std::optional<Summary> summary;
  std::vector<profile::Mark> marks = {};
  std::string reason = {};  ///< one line; empty where there is a summary
};
[[nodiscard]] OfWidth of_width(const ProfileOfWidth& profile_of, unsigned warp_size);
using SummaryOfWidth = std::function<const OfWidth&(unsigned warp_size)>;

/// What the launch occupies and executes of a device's machine code (MachineCodes::on()).
using MachineCodeOf = std::function<MachineWork(const device::DeviceSpec& device)>;

/// As below, from summaries that may have been made before.
[[nodiscard]] std::vector<OnDevice> predict_each(std::span<const device::DeviceSpec> devices,
                                                 const SummaryOfWidth& summary_of, Caches caches, const Model& model,
                                                 const MachineCodeOf& code_of);

/// The model's prediction for each device, in the order of put_fastest_first(). A profile is made once per width, and
/// not at all for a width that no device has. With `code_of`, registers, spills and instructions are those of the
/// machine code where they are known; a note of each prediction says what is.
[[nodiscard]] std::vector<OnDevice> predict_each(std::span<const device::DeviceSpec> devices,
                                                 const ProfileOfWidth& profile_of, Caches caches = Caches::usual,
                                                 const Model& model = default_model(),
                                                 const MachineCodeOf& code_of = {});

/// Fastest first; those that cannot run last; equal ones in the order they had.
void put_fastest_first(std::vector<OnDevice>& rows);

}  // namespace forewarp::model
