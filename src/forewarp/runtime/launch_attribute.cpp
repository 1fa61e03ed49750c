// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/launch_attribute.hpp"

#include <fmt/format.h>

#include "forewarp/runtime/failure.hpp"
#include "forewarp/runtime/module.hpp"

namespace forewarp::runtime {

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
    case Id::access_policy:
    case Id::preferred_cluster:  // which a device need not take
    case Id::synchronization_policy:
    case Id::cluster_policy:
    case Id::programmatic_serialization:
    case Id::priority:
    case Id::domain_map:
    case Id::domain:
    case Id::shared_carveout:
      return;
  }
  throw CallFailed(Status::not_supported, fmt::format("launch attribute {} is not known", static_cast<unsigned>(a.id)));
}

}  // namespace forewarp::runtime
