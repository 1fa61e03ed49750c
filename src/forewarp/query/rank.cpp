// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/rank.hpp"

#include <fmt/format.h>

#include "forewarp/query/device_codes.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::query {
namespace {

rank::Space space_of(const RankQuery& query, const kernel::Request& request) {
  if (!query.space_file.empty()) return rank::load_space(query.space_file);
  if (query.vary.empty()) return rank::space_of(request);
  rank::Space space;
  space.constraints = query.constraints;
  for (const std::string& text : query.vary) space.dimensions.push_back(rank::parse_dimension(text));
  return space;
}

}  // namespace

rank::RankOptions rank_options(const KernelOptions& kernel, const RankQuery& query) {
  const std::vector<device::DeviceSpec> devices = devices_of(query.devices);
  if (devices.size() != 1) throw InputError(fmt::format("rank takes one --device, and {} are named", devices.size()));
  kernel::Request request = request_of(kernel);
  request.device_capability = devices.front().compute_capability;
  request.many_variants = true;
  rank::Space space = space_of(query, request);
  profile::ProfileOptions profile = checked_options_of(kernel);
  profile.registers = stated_registers(kernel);
  if (query.threads) profile.threads = *query.threads;
  return {std::move(request),
          std::move(space),
          devices.front(),
          profile,
          register_source(kernel),
          model::caches_called(query.caches),
          wants_machine_code(query.machine_code, kernel),
          &model::model_called(query.model)};
}

void refuse_empty(const rank::Ranking& ranking) {
  if (ranking.candidates.empty() || !ranking.candidates.front().prediction)
    throw InputError("no configuration of the space can run" +
                     (ranking.candidates.empty() ? "" : ": " + ranking.candidates.front().reason));
}

}  // namespace forewarp::query
