// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What clients of the driver API need beside the libraries on the loader's path: variables that make them load PTX.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace forewarp::runtime {

/// For the environment of a program that runs with the libraries of that folder:
///
///     TRITON_PTXAS_PATH, TRITON_PTXAS_BLACKWELL_PATH   our ptxas, which keeps the PTX
///     TRITON_LIBCUDA_PATH                              the folder of libcuda.so.1
///     CUPY_COMPILE_WITH_PTX                            1: CuPy compiles to PTX
///     LD_PRELOAD                                       for Python and scripts: libnvJitLink.so without entry points,
///     so
///                                                      that Numba links with the driver, which keeps the PTX
///
/// A variable that the caller has set stays as it is; LD_PRELOAD gets more words.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> client_environment(const std::filesystem::path& program,
                                                                                  const std::filesystem::path& folder);

}  // namespace forewarp::runtime
