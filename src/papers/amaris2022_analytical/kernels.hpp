// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The fifteen kernels that amaris2022 models: their counts as the scripts have them, as Tables 4 and 6 print them, and
/// as we count them for the extended model, from the algorithms of Tables 1 and 2.
#include "papers/amaris2022_analytical/boards.hpp"

namespace forewarp::papers::amaris2022_analytical {

enum class Id { mmgu, mmgc, mmsu, mmsc, mau, mac, dotp, vadd, msa, bck1, bck2, htw, hot, gau1, gau2 };
inline constexpr std::size_t matrix_vector_kernels = 9;  ///< mmgu to msa
inline constexpr std::size_t rodinia_kernels = 4;        ///< bck1 to hot: with their features

struct Name {
  Id id;
  const char* name;     ///< as in the authors' results
  const char* file;     ///< as their traces or data sets are called
  const char* printed;  ///< column of Table 5 or 7 as printed
};
/// All fifteen, in the order of Id.
[[nodiscard]] const std::vector<Name>& kernels();

/// A launch: size is the paper's N; blocks as launched; row the step of GAU's elimination, 0 elsewhere.
struct Launch {
  Id id{};
  double size = 0, blocks = 0;
};

/// Counts of the committed scripts: an FMA of 1 cycle, additions of 10 or 20, no shared memory for the matrix products,
/// dotP as if it were vAdd. GAU: size is the number of threads with work in a dimension.
[[nodiscard]] model::bsp::Kernel scripts_kernel(const Launch& launch);
/// Counts of Tables 4 and 6. HWL as printed: per thread and launch.
[[nodiscard]] model::bsp::Kernel printed_kernel(const Launch& launch);
/// What the extended model needs.
[[nodiscard]] model::bsp::Work work_of(const Launch& launch, const Gpu& gpu);

}  // namespace forewarp::papers::amaris2022_analytical
