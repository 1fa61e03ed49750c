// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/launch_bounds.hpp"

#include <gtest/gtest.h>

#include <string>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

ptx::Module with(const std::string& directives) {
  return ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n" + directives + "\n{\nret;\n}\n", "k.ptx");
}

std::string refused(const std::string& directives, const Dim3& block) {
  const ptx::Module module = with(directives);
  try {
    check_launch_bounds(*module.find("k"), block);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LaunchBounds, TheMostThreadsAreTheProductOfTheExtents) {
  EXPECT_EQ(refused(".maxntid 16, 16, 1", {256, 1, 1}), "");
  EXPECT_EQ(refused(".maxntid 16, 16, 1", {257, 1, 1}),
            "kernel 'k' is compiled for blocks of at most 256 threads (__launch_bounds__, .maxntid), not 257: take a "
            "smaller --block, or compile it for larger ones");
}

TEST(LaunchBounds, ARequiredShapeIsRequiredAlongEachAxis) {
  EXPECT_EQ(refused(".reqntid 128", {128, 1, 1}), "");
  EXPECT_EQ(
      refused(".reqntid 128", {64, 2, 1}),
      "kernel 'k' must be launched with blocks of 128x1x1 (.reqntid in its code), not 64x2x1: use --block 128,1,1");
}

TEST(LaunchBounds, WhatOpenClRequiresIsAPragma) {
  const std::string pragma = ".pragma \"reqd_work_group_size 64, 2, 1\";";

  EXPECT_EQ(refused(pragma, {64, 2, 1}), "");
  EXPECT_EQ(refused(pragma, {256, 1, 1}),
            "kernel 'k' must be launched with blocks of 64x2x1 (reqd_work_group_size in its code), not 256x1x1: use "
            "--block 64,2,1");
  EXPECT_EQ(refused(".pragma \"nounroll\";", {256, 1, 1}), "");
}

TEST(LaunchBounds, CodeThatSaysNothingTakesAnyBlock) { EXPECT_EQ(refused("", {1024, 1, 1}), ""); }

TEST(LaunchBounds, TellTheBlockThatNobodyNames) {
  const auto block = [](const std::string& directives) {
    const ptx::Module module = with(directives);
    return block_from_bounds(*module.find("k"), 256);
  };

  EXPECT_EQ(block(".reqntid 32, 4"), (Dim3{32, 4, 1}));
  EXPECT_EQ(block(".maxntid 128, 1, 1"), (Dim3{128, 1, 1}));
  EXPECT_FALSE(block(".maxntid 512, 1, 1").has_value());
  EXPECT_FALSE(block("").has_value());
}

TEST(LaunchBounds, AClusterIsThatOfTheLaunchElseOfTheCodeElseOneBlock) {
  const ptx::Module plain = with(""), required = with(".reqnctapercluster 2, 2");
  Launch launch;
  launch.grid = {8, 8, 1};

  EXPECT_EQ(cluster_of(*plain.find("k"), launch), Dim3{});
  EXPECT_EQ(cluster_of(*required.find("k"), launch), (Dim3{2, 2, 1}));
  launch.cluster = Dim3{4, 1, 1};
  EXPECT_EQ(cluster_of(*plain.find("k"), launch), (Dim3{4, 1, 1}));
  EXPECT_THROW((void)cluster_of(*required.find("k"), launch), InputError);
  launch.cluster = Dim3{3, 1, 1};  // 8 is no multiple of 3
  EXPECT_THROW((void)cluster_of(*plain.find("k"), launch), InputError);
}

}  // namespace
}  // namespace forewarp::launch
