// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/launch_attribute.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "forewarp/runtime/failure.hpp"
#include "forewarp/runtime/launch_request.hpp"

namespace forewarp::runtime {
namespace {

void check_of_nodes(LaunchAttribute::Id id) {
  using enum LaunchAttribute::Id;
  constexpr std::array of_nodes = {access_policy, cooperative, cluster, cluster_policy,
                                   priority,      domain_map,  domain,  shared_carveout};
  if (std::ranges::find(of_nodes, id) == of_nodes.end())
    throw CallFailed(Status::invalid_value, "an attribute that kernel nodes do not have");
}

}  // namespace

void apply(const LaunchAttribute& a, LaunchRequest& request) {
  using Id = LaunchAttribute::Id;
  switch (a.id) {
    case Id::cooperative:
      request.cooperative = a.value.number != 0;
      return;
    case Id::cluster:
      request.cluster = launch::Dim3{a.value.shape[0], a.value.shape[1], a.value.shape[2]};
      return;
    case Id::programmatic_event:
    case Id::completion_event:
    case Id::updatable_node:
      throw CallFailed(Status::not_supported,
                       fmt::format("kernel '{}': launch attribute {} (events within a launch, nodes that devices "
                                   "update) is not supported",
                                   request.kernel->shown, static_cast<unsigned>(a.id)));
    case Id::ignore:
      return;
    case Id::access_policy:
    case Id::preferred_cluster:  // which a device need not take
    case Id::synchronization_policy:
    case Id::cluster_policy:
    case Id::programmatic_serialization:
    case Id::priority:
    case Id::domain_map:
    case Id::domain:
    case Id::shared_carveout:
      std::erase_if(request.hints, [&](const LaunchAttribute& known) { return known.id == a.id; });
      request.hints.push_back(a);
      return;
  }
  throw CallFailed(Status::not_supported, fmt::format("launch attribute {} is not known", static_cast<unsigned>(a.id)));
}

LaunchAttribute node_attribute(const LaunchRequest& request, LaunchAttribute::Id id) {
  check_of_nodes(id);
  LaunchAttribute out{};
  out.id = id;
  const auto known = std::ranges::find(request.hints, id, &LaunchAttribute::id);
  if (known != request.hints.end()) out = *known;
  if (id == LaunchAttribute::Id::cooperative) out.value.number = request.cooperative ? 1 : 0;
  if (id == LaunchAttribute::Id::cluster && request.cluster) {
    const auto blocks = [](std::uint64_t n) { return static_cast<unsigned>(n); };
    out.value.shape[0] = blocks(request.cluster->x);
    out.value.shape[1] = blocks(request.cluster->y);
    out.value.shape[2] = blocks(request.cluster->z);
  }
  return out;
}

void set_node_attribute(LaunchRequest& request, const LaunchAttribute& attribute) {
  check_of_nodes(attribute.id);
  apply(attribute, request);
}

}  // namespace forewarp::runtime
