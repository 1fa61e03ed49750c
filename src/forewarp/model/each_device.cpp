// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/each_device.hpp"

#include <algorithm>
#include <map>

#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model {
namespace {

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// What was counted for one width of a warp, or why nothing could be. A profile depends on a device
/// by the width of its warps alone, so a list of a hundred devices needs two profiles, of 32 and 64
/// lanes, and the rest is arithmetic.
struct OfWidth {
  std::optional<Summary> summary;
  std::vector<profile::Mark> marks;
  std::string reason;
};

OfWidth of_width(const ProfileOfWidth& profile_of, unsigned warp_size) {
  try {
    const profile::Profile profile = profile_of(warp_size);
    return {summarise(profile), profile.marks, ""};
  } catch (const InputError& error) {
    return {std::nullopt, {}, first_line(error.what())};
  }
}

}  // namespace

void put_fastest_first(std::vector<OnDevice>& rows) {
  std::ranges::stable_sort(rows, [](const OnDevice& a, const OnDevice& b) {
    if (a.prediction.has_value() != b.prediction.has_value()) return a.prediction.has_value();
    return a.prediction && a.prediction->time_s < b.prediction->time_s;
  });
}

std::vector<OnDevice> predict_each(std::span<const device::DeviceSpec> devices, const ProfileOfWidth& profile_of,
                                   Caches caches, const Model& model, const MachineCodeOf& code_of) {
  std::map<unsigned, OfWidth> widths;
  std::vector<OnDevice> rows;
  for (const device::DeviceSpec& device : devices) {
    auto found = widths.find(device.warp_size);
    if (found == widths.end()) found = widths.emplace(device.warp_size, of_width(profile_of, device.warp_size)).first;
    OnDevice row{device, std::nullopt, found->second.reason};
    try {
      if (found->second.summary) {
        const Summary& summary = *found->second.summary;
        row.prediction = code_of ? predict(summary, code_of(device), device, caches, model)
                                 : predict(summary, device, caches, model);
        row.prediction->marks = found->second.marks;
      }
    } catch (const InputError& error) {
      row.reason = first_line(error.what());
    }
    rows.push_back(std::move(row));
  }
  put_fastest_first(rows);
  return rows;
}

}  // namespace forewarp::model
