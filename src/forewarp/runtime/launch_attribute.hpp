// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/runtime/launch_request.hpp"

namespace forewarp::runtime {

/// CUlaunchAttribute and cudaLaunchAttribute.
struct LaunchAttribute {
  enum class Id : unsigned {
    ignore = 0,
    access_policy = 1,
    cooperative = 2,
    synchronization_policy = 3,
    cluster = 4,
    cluster_policy = 5,
    programmatic_serialization = 6,
    programmatic_event = 7,
    priority = 8,
    domain_map = 9,
    domain = 10,
    preferred_cluster = 11,
    completion_event = 12,
    updatable_node = 13,
    shared_carveout = 14,
  };
  Id id;
  unsigned padding;
  union {
    char bytes[64];
    int number;
    unsigned shape[3];
  } value;
};

/// What an attribute changes of a launch; those that only hint at speed are read over. Throws CallFailed for what is
/// not supported.
void apply(const LaunchAttribute& attribute, LaunchRequest& request);

}  // namespace forewarp::runtime
