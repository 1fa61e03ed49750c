// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a kernel's code declares about its block and its cluster: .maxntid (__launch_bounds__) is the most threads it
/// may have, .reqntid (Triton) or the pragma that stands for OpenCL's reqd_work_group_size the one shape it must have.
/// The driver refuses any other launch.
#include <optional>
#include <string>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::launch {

/// The block that the code requires, and what says so.
struct RequiredBlock {
  Dim3 block;
  std::string by;  ///< ".reqntid", "reqd_work_group_size"
};

[[nodiscard]] std::optional<RequiredBlock> required_block(const ptx::Function& entry);

/// Throws InputError naming the kernel, the directive and the block that it refuses.
void check_launch_bounds(const ptx::Function& entry, const Dim3& block);

/// The block to take where none is given: what .reqntid requires, or as many threads as .maxntid allows where that is
/// less than `usual`. Nothing where the code does not say.
[[nodiscard]] std::optional<Dim3> block_from_bounds(const ptx::Function& entry, std::uint32_t usual);

/// The blocks of a cluster that .reqnctapercluster (__cluster_dims__) requires; nothing where the code does not say.
[[nodiscard]] std::optional<Dim3> cluster_from_bounds(const ptx::Function& entry);

/// The blocks of a cluster of this launch: what it names, else what the code requires, else one. Throws InputError
/// where the two differ, where the grid is not a multiple of the cluster, and for more than 16 blocks.
[[nodiscard]] Dim3 cluster_of(const ptx::Function& entry, const Launch& launch);

/// 8 blocks are what every device with clusters has; kernels may ask for 16 (cudaFuncAttributeNonPortableClusterSize).
inline constexpr std::uint64_t portable_cluster_blocks = 8, max_cluster_blocks = 16;

}  // namespace forewarp::launch
