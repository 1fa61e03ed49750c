// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One function a reference, each in kernels/<name>/reference.cpp.
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> backprop_adjust_weights(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> backprop_layer_forward(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> bfs_step(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> binomial_series(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> bitonic_step(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> dot_product(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> gaussian_fan1(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> gaussian_fan2(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> heartwall_track(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> histogram(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> hotspot(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> lud_diagonal(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> lud_internal(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> lud_perimeter(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> matmul(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> maximum_subarray(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> nbody(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> needleman_wunsch_1(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> needleman_wunsch_2(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> reduction(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> saxpy(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> scan(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> spmv_csr(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> stencil5(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> transpose(const launch::Launch& launch, const Inputs& inputs);
std::vector<Expected> vector_add(const launch::Launch& launch, const Inputs& inputs);

}  // namespace forewarp::kernels
