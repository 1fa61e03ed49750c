// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/clusters.hpp"

#include <gtest/gtest.h>

#include "launched_kernel.hpp"

namespace forewarp::runtime::test {
namespace {

/// The status with which a launch of 8 blocks is refused; success where it is not.
Status refused(LaunchRequest request, const char* device = "H100") {
  try {
    check_cluster(device::find_device(device), request);
  } catch (const CallFailed& failed) {
    return failed.status();
  }
  return Status::success;
}

class Clusters : public ::testing::Test {
 protected:
  LaunchRequest request(std::optional<launch::Dim3> cluster) {
    LaunchRequest r = launched.request(data, 1, 8);
    r.cluster = cluster;
    return r;
  }
  LaunchedKernel launched{"mov.u32 %r1, %cluster_nctarank; st.global.u32 [%slot], %r1;"};
  Allocation& data = launched.buffer(std::vector<std::uint32_t>(4096));
};

TEST_F(Clusters, TheGridMustBeAMultipleAndTheDeviceMustHaveThem) {
  EXPECT_EQ(refused(request(std::nullopt)), Status::success);
  EXPECT_EQ(refused(request(launch::Dim3{4, 1, 1})), Status::success);
  EXPECT_EQ(refused(request(launch::Dim3{3, 1, 1})), Status::invalid_cluster_size);
  EXPECT_EQ(refused(request(launch::Dim3{0, 1, 1})), Status::invalid_cluster_size);
  EXPECT_EQ(refused(request(launch::Dim3{4, 1, 1}), "A100"), Status::not_supported);
  EXPECT_EQ(refused(request(launch::Dim3{1, 1, 1}), "A100"), Status::success);
}

TEST_F(Clusters, MoreThanEightBlocksMustBeAllowed) {
  LaunchRequest r = launched.request(data, 1, 16);
  r.cluster = launch::Dim3{16, 1, 1};

  EXPECT_EQ(refused(r), Status::invalid_cluster_size);
  set_cluster_attribute(*launched.kernel, ClusterAttribute::non_portable, 1);
  EXPECT_EQ(refused(r), Status::success);
  EXPECT_EQ(cluster_attribute(*launched.kernel, ClusterAttribute::non_portable), 1);
}

TEST_F(Clusters, AKernelMayRequireAShape) {
  set_cluster_attribute(*launched.kernel, ClusterAttribute::must_be_set, 1);
  EXPECT_EQ(refused(request(std::nullopt)), Status::invalid_cluster_size);
  set_cluster_attribute(*launched.kernel, ClusterAttribute::width, 2);
  set_cluster_attribute(*launched.kernel, ClusterAttribute::height, 1);
  set_cluster_attribute(*launched.kernel, ClusterAttribute::depth, 1);

  EXPECT_EQ(refused(request(std::nullopt)), Status::success);
  EXPECT_EQ(cluster_of(request(std::nullopt)), (launch::Dim3{2, 1, 1}));
  EXPECT_EQ(refused(request(launch::Dim3{4, 1, 1})), Status::invalid_cluster_size);
  EXPECT_EQ(cluster_attribute(*launched.kernel, ClusterAttribute::width), 2);
}

TEST_F(Clusters, LaunchesOfOtherClustersAreOthers) {
  launched.launcher.launch(request(launch::Dim3{2, 1, 1}));
  EXPECT_EQ(LaunchedKernel::words(data)[0], 2U);

  const auto second = launched.launcher.launch(request(launch::Dim3{4, 1, 1}));

  EXPECT_FALSE(second.replayed);
  EXPECT_EQ(LaunchedKernel::words(data)[0], 4U);
}

}  // namespace
}  // namespace forewarp::runtime::test
