// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/emitters.hpp"

namespace forewarp::learn {

std::span<const Emitter> emitters() {
  static constexpr Emitter all[] = {emit_linear,     emit_forest,      emit_boosted, emit_svm,
                                    emit_neighbours, emit_naive_bayes, emit_network, emit_response};
  return all;
}

}  // namespace forewarp::learn
