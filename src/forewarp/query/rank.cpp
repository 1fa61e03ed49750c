// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/rank.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/model/rank/configure.hpp"
#include "forewarp/query/device_codes.hpp"
#include "forewarp/query/device_profiles.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::query {
namespace {

rank::TuningFile space_of(const RankQuery& query, const kernel::Request& request) {
  if (!query.configurations_file.empty())
    return rank::load_configurations(query.configurations_file, query.measured_column);
  if (!query.space_file.empty() && rank::is_tuning_file(query.space_file))
    return rank::load_tuning_file(query.space_file, query.measured_column);
  if (!query.measured_column.empty())
    throw InputError("--measured-column needs --configurations, or --space with a cache of Kernel Tuner or T4 results");
  if (!query.space_file.empty()) return {.space = rank::load_space(query.space_file)};
  if (query.vary.empty()) return {.space = rank::space_of(request)};
  rank::Space space;
  for (const std::string& text : query.vary) space.dimensions.push_back(rank::parse_dimension(text));
  return {.space = std::move(space)};
}

/// What the code for all of the devices is compiled for: found with the first configuration that compiles for any.
unsigned capability_for(const kernel::Request& request, const rank::Space& space,
                        const std::vector<device::DeviceSpec>& devices) {
  constexpr std::size_t max_tried = 16;
  const std::vector<unsigned> capabilities = capabilities_of(devices);
  const std::vector<rank::Configuration> points = rank::configurations(space);
  for (std::size_t i = 0; i < std::min(points.size(), max_tried); ++i) {
    std::optional<kernel::ForSeveral> loaded;
    try {
      loaded = kernel::load_for(rank::configured(request, points[i]), capabilities);
    } catch (const InputError&) {
      continue;  // its reason is in its row
    }
    for (const device::DeviceSpec& device : devices)
      if (const auto reason = reason_against(*loaded, device))
        throw InputError(fmt::format("{}: {}", device.name, *reason));
    return loaded->lowest;
  }
  return devices.front().compute_capability;
}

}  // namespace

RankQuestion rank_question(const KernelOptions& kernel, const RankQuery& query) {
  std::vector<device::DeviceSpec> devices = devices_of(query.devices);
  kernel::Request request = request_of(kernel);
  request.device_capability = devices.front().compute_capability;
  request.many_variants = true;
  rank::TuningFile file = space_of(query, request);
  file.space.constraints.insert(file.space.constraints.end(), query.constraints.begin(), query.constraints.end());
  if (devices.size() > 1 && !query.measured_column.empty())
    throw InputError(
        fmt::format("--measured-column compares with the times of one device, and {} are named", devices.size()));
  if (devices.size() > 1) request.device_capability = capability_for(request, file.space, devices);
  profile::ProfileOptions profile = checked_options_of(kernel);
  profile.registers = stated_registers(kernel);
  if (query.threads) profile.threads = *query.threads;
  RankQuestion question;
  question.options = {std::move(request),
                      std::move(file.space),
                      devices.front(),
                      profile,
                      register_source(kernel),
                      model::caches_called(query.caches),
                      wants_machine_code(query.machine_code, kernel),
                      &model::model_called(query.model)};
  question.devices = std::move(devices);
  question.kernel_name = std::move(file.kernel_name);
  question.problem_size = std::move(file.problem_size);
  question.measured_s = std::move(file.measured_s);
  return question;
}

void refuse_empty(const rank::Ranking& ranking) {
  if (ranking.candidates.empty() || !ranking.candidates.front().prediction)
    throw InputError("no configuration of the space can run" +
                     (ranking.candidates.empty() ? "" : ": " + ranking.candidates.front().reason));
}

}  // namespace forewarp::query
