// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
namespace forewarp::runtime {

struct LaunchRequest;

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
  union Value {
    char bytes[64];
    int number;
    unsigned shape[3];
  };
  Value value;
};

/// What an attribute changes of a launch; those that only hint at speed are kept for who asks. Throws CallFailed for
/// what is not supported.
void apply(const LaunchAttribute& attribute, LaunchRequest& request);
/// The attribute of a kernel node, all zeros where it was not set. Throws CallFailed for an attribute
/// that kernel nodes do not have.
[[nodiscard]] LaunchAttribute node_attribute(const LaunchRequest& request, LaunchAttribute::Id id);
void set_node_attribute(LaunchRequest& request, const LaunchAttribute& attribute);

}  // namespace forewarp::runtime
