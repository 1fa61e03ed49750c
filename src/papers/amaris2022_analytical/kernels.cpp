// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_analytical/kernels.hpp"

#include <cmath>

namespace forewarp::papers::amaris2022_analytical {
namespace {

using model::bsp::Kernel;

/// Threads of a vector of so many elements, as the scripts count them: a block more than there is, but for its last.
double vector_threads(double size) { return size + 255; }
/// Back-propagation launches 16 by 16 threads for each 16 of its inputs.
double bck_threads(double size) { return 256 * std::floor((size + 15) / 16); }
constexpr double msa_threads = 4096, htw_threads = 13056;

}  // namespace

const std::vector<Name>& kernels() {
  static const std::vector<Name> all = {{Id::mmgu, "MMGU", "matMul_gpu_uncoalesced", "MMGU"},
                                        {Id::mmgc, "MMGC", "matMul_gpu", "MMGC"},
                                        {Id::mmsu, "MMSU", "matMul_gpu_sharedmem_uncoalesced", "MMSU"},
                                        {Id::mmsc, "MMSC", "matMul_gpu_sharedmem", "MMSC"},
                                        {Id::mau, "MAU", "matrix_sum_normal", "MAU"},
                                        {Id::mac, "MAC", "matrix_sum_coalesced", "MAC"},
                                        {Id::dotp, "dotP", "dotProd", "dProd"},
                                        {Id::vadd, "vAdd", "vectorAdd", "vAdd"},
                                        {Id::msa, "MSA", "subSeqMax", "MSA"},
                                        {Id::bck1, "BCK-K1", "bpnn_layerforward_CUDA", "BCK-1"},
                                        {Id::bck2, "BCK-K2", "bpnn_adjust_weights_cuda", "BCK-2"},
                                        {Id::htw, "HTW", "kernel", "HWL"},
                                        {Id::hot, "HOT", "calculate_temp", "HOT"},
                                        {Id::gau1, "GAU-K1", "Fan1", "GAU-1"},
                                        {Id::gau2, "GAU-K2", "Fan2", "GAU-2"}};
  return all;
}

Kernel scripts_kernel(const Launch& l) {
  const double n = l.size;
  switch (l.id) {
    case Id::mmgu:
    case Id::mmgc:
    case Id::mmsu:
    case Id::mmsc:
      return {n * n, n, {.global_loads = 2 * n, .global_stores = 1}};
    case Id::mau:
    case Id::mac:
      return {n * n, 10, {.global_loads = 2, .global_stores = 1}};
    case Id::dotp:
    case Id::vadd:
      return {vector_threads(n), 20, {.global_loads = 2, .global_stores = 1}};
    case Id::msa:
      return {msa_threads, 100 * n / msa_threads, {.global_loads = n / msa_threads, .global_stores = 5}};
    case Id::bck1:
      return {bck_threads(n), 404, {.global_loads = 2, .global_stores = 1, .shared_loads = 5, .shared_stores = 5}};
    case Id::bck2:
      return {bck_threads(n), 116, {.global_loads = 4, .global_stores = 1}};
    case Id::htw:
      return {htw_threads, 7.6e6, {.global_loads = 2, .global_stores = 1, .shared_loads = 2, .shared_stores = 1}};
    case Id::hot:
      return {256 * l.blocks, 5000, {.global_loads = 2, .global_stores = 1, .shared_loads = 2, .shared_stores = 1}};
    case Id::gau1:
      return {n, 36, {.global_loads = 1, .global_stores = 1}};
    case Id::gau2:
      return {n * n, 44, {.global_loads = 3, .global_stores = 2}};
  }
  return {};
}

Kernel printed_kernel(const Launch& l) {
  const double n = l.size;
  switch (l.id) {
    case Id::mmgu:
    case Id::mmgc:
      return {n * n, 2 * n, {.global_loads = 2 * n, .global_stores = 1}};
    case Id::mmsu:
    case Id::mmsc:
      return {n * n, 2 * n, {.global_loads = 2 * n, .global_stores = 1, .shared_loads = 2 * n, .shared_stores = 1}};
    case Id::mau:
    case Id::mac:
      return {n * n, 24, {.global_loads = 2, .global_stores = 1}};
    case Id::dotp:
      return {n, 96, {.global_loads = 2, .global_stores = 256 / n, .shared_loads = 8, .shared_stores = 8}};
    case Id::vadd:
      return {n, 24, {.global_loads = 2, .global_stores = 1}};
    case Id::msa:
      return {msa_threads,
              100 * n / msa_threads,
              {.global_loads = n / msa_threads,
               .global_stores = 5,
               .shared_loads = n / msa_threads,
               .shared_stores = n / 128}};
    case Id::bck1:
      return {
          bck_threads(n), 404, {.global_loads = 2, .global_stores = 16 / n, .shared_loads = 16, .shared_stores = 16}};
    case Id::bck2:
      return {bck_threads(n), 116, {.global_loads = 4, .global_stores = 1}};
    case Id::htw:
      return {
          htw_threads, 760, {.global_loads = 7000, .global_stores = 2000, .shared_loads = 2800, .shared_stores = 1}};
    case Id::hot:
      return {256 * l.blocks, 500, {.global_loads = 2, .global_stores = 1, .shared_loads = 2, .shared_stores = 1}};
    case Id::gau1:
      return {n, 36, {.global_loads = 1, .global_stores = 1}};
    case Id::gau2:
      return {n * n, 96, {.global_loads = 3, .global_stores = 1}};
  }
  return {};
}

}  // namespace forewarp::papers::amaris2022_analytical
