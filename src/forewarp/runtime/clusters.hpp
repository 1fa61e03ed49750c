// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Thread block clusters as both APIs know them: what a kernel requires, what a launch asks for, what a device takes.
#include <optional>

#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/runtime/launch_attribute.hpp"
#include "forewarp/runtime/launch_request.hpp"
#include "forewarp/runtime/session.hpp"

namespace forewarp::runtime {

/// Attributes of a kernel, with the numbers of cudaFuncAttribute and CUfunction_attribute.
enum class ClusterAttribute : int {
  must_be_set = 10,
  width = 11,
  height = 12,
  depth = 13,
  non_portable = 14,
  policy = 15,
};
/// Whether it is one of them.
[[nodiscard]] bool is_cluster_attribute(int attribute);

[[nodiscard]] int cluster_attribute(const Kernel& kernel, ClusterAttribute which);
/// Throws CallFailed: not_permitted for the shape of a kernel whose code has one (__cluster_dims__).
void set_cluster_attribute(Kernel& kernel, ClusterAttribute which, int value);

/// The shape that the launch, else its kernel names; nothing where neither does.
[[nodiscard]] std::optional<launch::Dim3> cluster_of(const LaunchRequest& request);

/// Throws CallFailed where the device, the kernel or the grid does not take the clusters of this launch.
void check_cluster(const device::DeviceSpec& device, const LaunchRequest& request);

/// How many clusters of this launch are on the device at the same time; 0 where it takes none. No data sheet says how
/// many SMs a GPC has, so blocks of a cluster are taken to fit on any SMs.
[[nodiscard]] int resident_clusters(const Session& session, const LaunchRequest& request);
/// The most blocks of a cluster with which this launch would run; 0 for none.
[[nodiscard]] int largest_cluster(const Session& session, const LaunchRequest& request);

}  // namespace forewarp::runtime
