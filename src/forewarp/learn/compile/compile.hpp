// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A model as a C++17 header without any dependency but the standard library, for programs that want the answer without
/// forewarp: numbers as constants, the same operations in the same order, so the same answer to the bit where the
/// compiler fuses no multiplications with additions (-ffp-contract=off; GCC and Clang fuse none for plain x86-64).
///
///     namespace forewarp_model {
///     constexpr std::size_t features;          const char* const feature_names[], feature_units[];
///     constexpr std::size_t classes;           const char* const class_names[];       // 0 classes for numbers
///     const char* const target_name, target_unit;
///     double predict(const double* x);                            // of classes the index; NaN where x cannot be used
///     void probabilities(const double* x, double* out);           // of classes
///     bool outside(const double* x);                              // of the box of the training rows
///     void range(const double* x, double& low, double& high);     // where the model has a range
///     }
#include <string>

#include "forewarp/learn/model_file.hpp"

namespace forewarp::learn {

struct CompileOptions {
  std::string name_space = "forewarp_model";
  std::string origin;  ///< for the comment at the top: the file it was compiled from
};

/// Throws InputError when the namespace is no identifier, when the model has more numbers than compilers take, or when
/// its learner has no form as a header (the message names it).
[[nodiscard]] std::string compiled_header(const ModelFile& model, const CompileOptions& options = {});

}  // namespace forewarp::learn
