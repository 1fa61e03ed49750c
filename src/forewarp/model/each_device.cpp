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

}  // namespace

OfWidth of_width(const ProfileOfWidth& profile_of, unsigned warp_size) {
  try {
    const profile::Profile profile = profile_of(warp_size);
    return {summarise(profile), profile.marks, ""};
  } catch (const InputError& error) {
    return {std::nullopt, {}, first_line(error.what())};
  }
}

void put_fastest_first(std::vector<OnDevice>& rows) {
  std::ranges::stable_sort(rows, [](const OnDevice& a, const OnDevice& b) {
    if (a.prediction.has_value() != b.prediction.has_value()) return a.prediction.has_value();
    return a.prediction && a.prediction->time_s < b.prediction->time_s;
  });
}

std::vector<OnDevice> predict_each(std::span<const device::DeviceSpec> devices, const SummaryOfWidth& summary_of,
                                   Caches caches, const Model& model, const MachineCodeOf& code_of) {
  std::vector<OnDevice> rows;
  for (const device::DeviceSpec& device : devices) {
    const OfWidth& counted = summary_of(device.warp_size);
    OnDevice row{device, std::nullopt, counted.reason};
    try {
      if (counted.summary) {
        row.prediction = code_of ? predict(*counted.summary, code_of(device), device, caches, model)
                                 : predict(*counted.summary, device, caches, model);
        row.prediction->marks = counted.marks;
      }
    } catch (const InputError& error) {
      row.reason = first_line(error.what());
    }
    rows.push_back(std::move(row));
  }
  put_fastest_first(rows);
  return rows;
}

std::vector<OnDevice> predict_each(std::span<const device::DeviceSpec> devices, const ProfileOfWidth& profile_of,
                                   Caches caches, const Model& model, const MachineCodeOf& code_of) {
  std::map<unsigned, OfWidth> widths;
  const auto summary_of = [&](unsigned warp_size) -> const OfWidth& {
    auto found = widths.find(warp_size);
    if (found == widths.end()) found = widths.emplace(warp_size, of_width(profile_of, warp_size)).first;
    return found->second;
  };
  return predict_each(devices, summary_of, caches, model, code_of);
}

}  // namespace forewarp::model
