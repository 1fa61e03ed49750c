// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loop programs from C (stevens2020, section 1.1: one needs no program of one's own, a polyhedral extraction from C
/// serves as well). A function of loops whose bounds, conditions and subscripts are affine becomes the text of a loop
/// program with the same order of iterations:
///
///     void axpy(int n, float a, float *x, float *y) {        kernel axpy
///       for (int i = 0; i < n; i++) y[i] += a * x[i];        domain [n] -> { [i] : 0 <= i < n }
///     }                                                      global a: f32  ...
///                                                            y[i] = y[i] + a*x[i] within i
///
/// clang-19 parses the file (its JSON syntax tree). Arrays of one axis that are indexed by products of sizes,
/// x[i*n + j], get the axes x[i, j] where 0 <= j < n can be proven. A bound that is read from an array becomes a trip
/// count (`trips`). Scalars become private variables.
#include <filesystem>
#include <string>
#include <vector>

namespace forewarp::loop {

struct COptions {
  std::string function = {};               ///< which function; the only one with a loop where empty
  std::vector<std::string> includes = {};  ///< folders of headers (-I)
  std::vector<std::string> defines = {};   ///< NAME or NAME=VALUE (-D)
  std::string assume = {};                 ///< what is known of the sizes: "n >= 1 and n % 16 = 0"
};

struct FromC {
  std::string text;                ///< the loop program (docs/formats/loop.md), which parses
  std::vector<std::string> notes;  ///< what was assumed or could not be expressed exactly
};

/// Throws ParseError with file, line and column at the first construct that is not affine, naming it; InputError for a
/// file without such a function or one that clang refuses; Unavailable without clang-19.
[[nodiscard]] FromC from_c(const std::filesystem::path& file, const COptions& options = {});

}  // namespace forewarp::loop
