// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The numbers that a strategy's condition may speak of, by name: what the profile counted, what the device makes of
/// it, and for which share of the time each resource is busy.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/bounds/machine_demand.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::advise {

/// One launch on one device, as advice looks at it.
struct Situation {
  profile::Profile profile;
  device::DeviceSpec device;
  model::Demand demand;
  model::Prediction prediction;
  std::optional<model::MachineWork> code = {};  ///< of the device's machine code, where it was asked for
};

/// With the machine code, where it is given, as model::predict() takes it; the profile then has its registers and
/// spills. Throws InputError when the launch does not
/// fit the device.
[[nodiscard]] Situation situation(profile::Profile profile, device::DeviceSpec device,
                                  model::Caches caches = model::Caches::usual,
                                  std::optional<model::MachineWork> code = {});

/// The launch of the situation with another profile, one from which a cause was taken away: its machine code is not
/// known, and expected to have the instructions of PTX in the same proportion as now. Throws as situation().
[[nodiscard]] model::Prediction predict_changed(const Situation& now, const profile::Profile& changed,
                                                const device::DeviceSpec& device, model::Caches caches);

struct Quantity {
  std::string name, unit, meaning;
  double value = 0;
};

/// All of them, always the same names in the same order; docs/advise.md lists them.
[[nodiscard]] std::vector<Quantity> quantities(const Situation& situation);
/// A table of one row, a column a quantity: what conditions are evaluated on.
[[nodiscard]] table::Table as_table(const std::vector<Quantity>& quantities);

/// Times that what is read of host memory crosses the link; 1 where nothing is.
[[nodiscard]] double host_reread(const model::HostAccesses& host);

/// Fewest sectors of 32 bytes with which an access could have been served: the bytes its lanes ask for, and no more
/// than it moved (lanes that share addresses move less than they ask).
[[nodiscard]] double ideal_sectors(const profile::AccessSite& site);
/// Whether the lanes of a warp access neighbouring words of less than 16 bytes, which fewer and wider instructions
/// could do: at least half of the lanes take part, at different addresses, and the warp moves no more than it asks for.
[[nodiscard]] bool is_narrow(const profile::AccessSite& site, unsigned warp_size);
/// Whether the grid leaves more than a fifth of the bytes of the sectors that it touches in a buffer unused.
[[nodiscard]] bool is_wasted(const profile::BufferFootprint& buffer);
/// Share of the bytes of touched sectors that the launch uses, over all buffers by the sectors of a block; 1: all.
[[nodiscard]] double used_share(const profile::Profile& profile);
/// Whether the lanes of a warp read constant memory at different addresses, which the constant cache serves one by one.
[[nodiscard]] bool is_serialised(const profile::AccessSite& site);
/// Global or local memory, by a load, a store or an asynchronous copy.
[[nodiscard]] bool is_device_memory(const profile::AccessSite& site);
[[nodiscard]] bool is_load(const profile::AccessSite& site);
/// How often a block asks for the same sector of a load: sectors over distinct ones; 1: each once.
[[nodiscard]] double reload_factor(const profile::AccessSite& site, double blocks);

}  // namespace forewarp::advise
