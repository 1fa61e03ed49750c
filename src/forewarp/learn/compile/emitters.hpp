// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One emitter a kind of predictor. Each writes its constants and
///
///     inline void predictor(const double* x, double* out)
///
/// which does what Predictor::predict does, and returns true; or leaves the code alone and returns false when the
/// predictor is not of its kind.
#include <span>

#include "forewarp/learn/compile/code.hpp"
#include "forewarp/learn/learner.hpp"

namespace forewarp::learn {

using Emitter = bool (*)(const Predictor&, Code&);

bool emit_forest(const Predictor& predictor, Code& code);  ///< a quantile forest too: its mean
bool emit_boosted(const Predictor& predictor, Code& code);
bool emit_linear(const Predictor& predictor, Code& code);
bool emit_svm(const Predictor& predictor, Code& code);
bool emit_neighbours(const Predictor& predictor, Code& code);
bool emit_naive_bayes(const Predictor& predictor, Code& code);
bool emit_network(const Predictor& predictor, Code& code);
bool emit_response(const Predictor& predictor, Code& code);

/// In emitters.cpp; a new kind of predictor is a file and a line.
[[nodiscard]] std::span<const Emitter> emitters();

}  // namespace forewarp::learn
