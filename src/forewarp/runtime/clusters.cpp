// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/clusters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/frontend/launch/launch_bounds.hpp"
#include "forewarp/runtime/failure.hpp"
#include "forewarp/runtime/occupancy.hpp"

namespace forewarp::runtime {
namespace {

constexpr unsigned first_with_clusters = 90;  // compute capability

std::string text_of(const launch::Dim3& d) { return fmt::format("{}x{}x{}", d.x, d.y, d.z); }

/// What the code or the program requires; zeros where neither does.
launch::Dim3 required(const Kernel& kernel) {
  return launch::cluster_from_bounds(*kernel.function).value_or(kernel.clusters.required);
}

std::uint32_t& part(launch::Dim3& shape, ClusterAttribute which) {
  return which == ClusterAttribute::width ? shape.x : which == ClusterAttribute::height ? shape.y : shape.z;
}

}  // namespace

bool is_cluster_attribute(int attribute) {
  return attribute >= static_cast<int>(ClusterAttribute::must_be_set) &&
         attribute <= static_cast<int>(ClusterAttribute::policy);
}

int cluster_attribute(const Kernel& kernel, ClusterAttribute which) {
  launch::Dim3 shape = required(kernel);
  switch (which) {
    case ClusterAttribute::must_be_set:
      return kernel.clusters.must_be_set || kernel.function->directive("explicitcluster") != nullptr ? 1 : 0;
    case ClusterAttribute::width:
    case ClusterAttribute::height:
    case ClusterAttribute::depth:
      return static_cast<int>(part(shape, which));
    case ClusterAttribute::non_portable:
      return kernel.clusters.non_portable ? 1 : 0;
    case ClusterAttribute::policy:
      return kernel.clusters.policy;
  }
  throw CallFailed(Status::invalid_value, "an attribute of a kernel that forewarp does not know");
}

void set_cluster_attribute(Kernel& kernel, ClusterAttribute which, int value) {
  if (value < 0) throw CallFailed(Status::invalid_value);
  switch (which) {
    case ClusterAttribute::must_be_set:
      kernel.clusters.must_be_set = value != 0;
      return;
    case ClusterAttribute::width:
    case ClusterAttribute::height:
    case ClusterAttribute::depth:
      if (launch::cluster_from_bounds(*kernel.function))
        throw CallFailed(Status::not_permitted,
                         fmt::format("kernel '{}': its code has the shape of its clusters", kernel.shown));
      part(kernel.clusters.required, which) = static_cast<std::uint32_t>(value);
      return;
    case ClusterAttribute::non_portable:
      kernel.clusters.non_portable = value != 0;
      return;
    case ClusterAttribute::policy:  // where blocks go has no influence here
      kernel.clusters.policy = value;
      return;
  }
  throw CallFailed(Status::invalid_value, "an attribute of a kernel that forewarp does not know");
}

std::optional<launch::Dim3> cluster_of(const LaunchRequest& r) {
  if (r.cluster) return r.cluster;
  const launch::Dim3 shape = required(*r.kernel);
  return shape.count() > 0 ? std::optional(shape) : std::nullopt;
}

void check_cluster(const device::DeviceSpec& device, const LaunchRequest& r) {
  const auto fail = [&](const std::string& why) {
    throw CallFailed(Status::invalid_cluster_size, fmt::format("kernel '{}': {}", r.kernel->shown, why));
  };
  const std::optional<launch::Dim3> named = cluster_of(r);
  if (!named && cluster_attribute(*r.kernel, ClusterAttribute::must_be_set) != 0)
    fail("it must be launched with clusters, and the launch names none");
  if (!named) return;
  const launch::Dim3 shape = *named;
  if (device.compute_capability < first_with_clusters && shape.count() != 1)
    throw CallFailed(Status::not_supported, fmt::format("kernel '{}': clusters of {} blocks on {}, which has none",
                                                        r.kernel->shown, text_of(shape), device.name));
  const std::uint64_t most =
      r.kernel->clusters.non_portable ? launch::max_cluster_blocks : launch::portable_cluster_blocks;
  if (shape.count() == 0 || shape.count() > most)
    fail(fmt::format(
        "clusters of {} blocks, where 1 to {} are possible{}", text_of(shape), most,
        r.kernel->clusters.non_portable ? "" : " (cudaFuncAttributeNonPortableClusterSizeAllowed allows 16)"));
  const launch::Dim3 needed = required(*r.kernel);
  if (needed.count() > 0 && !(needed == shape))
    fail(fmt::format("clusters of {} blocks, where the kernel requires {}", text_of(shape), text_of(needed)));
  if (r.grid.x % shape.x != 0 || r.grid.y % shape.y != 0 || r.grid.z % shape.z != 0)
    fail(fmt::format("a grid of {} blocks cannot be divided into clusters of {}", text_of(r.grid), text_of(shape)));
}

int resident_clusters(const Session& session, const LaunchRequest& r) {
  check_cluster(session.device(), r);
  const std::uint64_t size = cluster_of(r).value_or(launch::Dim3{}).count();
  const std::uint64_t blocks =
      resident_blocks(session, *r.kernel, static_cast<int>(r.block.count()), r.dynamic_shared_bytes);
  return static_cast<int>(blocks * session.device().sms / size);
}

int largest_cluster(const Session& session, const LaunchRequest& r) {
  if (session.device().compute_capability < first_with_clusters)
    throw CallFailed(Status::not_supported, fmt::format("{} has no clusters", session.device().name));
  const std::uint64_t most =
      r.kernel->clusters.non_portable ? launch::max_cluster_blocks : launch::portable_cluster_blocks;
  const std::uint64_t blocks =
      resident_blocks(session, *r.kernel, static_cast<int>(r.block.count()), r.dynamic_shared_bytes);
  return static_cast<int>(std::min(most, blocks * session.device().sms));
}

}  // namespace forewarp::runtime
