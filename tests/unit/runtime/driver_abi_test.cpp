// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The layouts of the driver API beside those of NVIDIA's header, where it is here.
#include <gtest/gtest.h>

#if __has_include("/usr/local/cuda/include/cuda.h")
#include "/usr/local/cuda/include/cuda.h"
#define FOREWARP_HAS_CUDA_H
#endif

#include "forewarp/runtime/driver/api.hpp"

namespace forewarp::driver {
namespace {

TEST(DriverAbi, LayoutsAreThoseOfNvidiasHeader) {
#ifndef FOREWARP_HAS_CUDA_H
  GTEST_SKIP() << "nvcc is not here";
#else
  EXPECT_EQ(sizeof(Copy2D), sizeof(CUDA_MEMCPY2D));
  EXPECT_EQ(offsetof(Copy2D, target_device), offsetof(CUDA_MEMCPY2D, dstDevice));
  EXPECT_EQ(offsetof(Copy2D, height), offsetof(CUDA_MEMCPY2D, Height));
  EXPECT_EQ(sizeof(Copy3D), sizeof(CUDA_MEMCPY3D));
  EXPECT_EQ(offsetof(Copy3D, source_pitch), offsetof(CUDA_MEMCPY3D, srcPitch));
  EXPECT_EQ(offsetof(Copy3D, target_pitch), offsetof(CUDA_MEMCPY3D, dstPitch));
  EXPECT_EQ(offsetof(Copy3D, depth), offsetof(CUDA_MEMCPY3D, Depth));
  EXPECT_EQ(sizeof(runtime::LaunchAttribute), sizeof(CUlaunchAttribute));
  EXPECT_EQ(offsetof(runtime::LaunchAttribute, value), offsetof(CUlaunchAttribute, value));
  EXPECT_EQ(sizeof(LaunchConfig), sizeof(CUlaunchConfig));
  EXPECT_EQ(offsetof(LaunchConfig, stream), offsetof(CUlaunchConfig, hStream));
  EXPECT_EQ(offsetof(LaunchConfig, attributes), offsetof(CUlaunchConfig, attrs));
  EXPECT_EQ(sizeof(KernelNode), sizeof(CUDA_KERNEL_NODE_PARAMS));
  EXPECT_EQ(sizeof(ArrayDescription), sizeof(CUDA_ARRAY_DESCRIPTOR));
  EXPECT_EQ(offsetof(Array3DDescription, flags), offsetof(CUDA_ARRAY3D_DESCRIPTOR, Flags));
  EXPECT_EQ(sizeof(ResourceDescription), sizeof(CUDA_RESOURCE_DESC));
  EXPECT_EQ(offsetof(ResourceDescription, pitched.pitch), offsetof(CUDA_RESOURCE_DESC, res.pitch2D.pitchInBytes));
  EXPECT_EQ(sizeof(TextureDescription), sizeof(CUDA_TEXTURE_DESC));
  EXPECT_EQ(offsetof(TextureDescription, border), offsetof(CUDA_TEXTURE_DESC, borderColor));
  EXPECT_EQ(sizeof(DeviceProperties), sizeof(CUdevprop));
  EXPECT_EQ(static_cast<int>(Result::cooperative_launch_too_large), CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
  EXPECT_EQ(static_cast<int>(runtime::LaunchAttribute::Id::completion_event),
            CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT);
#endif
}

}  // namespace
}  // namespace forewarp::driver
