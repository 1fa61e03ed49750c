// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The seven ways down a gradient that zigon2020 (section 5.4) compares, with the equations and constants of the Keras
/// of its time (2.2; e = 1e-7). g is the gradient, r the learning rate, t counts steps from 1:
///
///     sgd       u <- momentum u - r g;  w <- w + u                                          r 0.01, momentum 0
///     rmsprop   a <- 0.9 a + 0.1 g^2;  w <- w - r g / (sqrt a + e)                          r 0.001
///     adagrad   a <- a + g^2;  w <- w - r g / (sqrt a + e)                                  r 0.01
///     adadelta  a <- 0.95 a + 0.05 g^2;  d = g sqrt(b + e) / sqrt(a + e);  w <- w - r d;
///               b <- 0.95 b + 0.05 d^2                                                      r 1
///     adam      m <- 0.9 m + 0.1 g;  v <- 0.999 v + 0.001 g^2;
///               w <- w - r sqrt(1 - 0.999^t) / (1 - 0.9^t) m / (sqrt v + e)                 r 0.001
///     adamax    m as adam;  v <- max(0.999 v, |g|);  w <- w - r / (1 - 0.9^t) m / (v + e)   r 0.002
///     nadam     m, v as adam;  c_t = 0.9 (1 - 0.96^(0.004 t) / 2),  C_t = c_1 ... c_t;
///               w <- w - r [(1 - c_t) g / (1 - C_t) + c_(t+1) m / (1 - C_t c_(t+1))] / (sqrt(v / (1 - 0.999^t)) + e)
///                                                                                           r 0.002
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace forewarp::learn {

enum class OptimiserKind { rmsprop, sgd, adagrad, adadelta, adam, adamax, nadam };
inline constexpr std::array<std::string_view, 7> optimiser_names = {"rmsprop", "sgd",    "adagrad", "adadelta",
                                                                    "adam",    "adamax", "nadam"};
/// Keras' learning rate for it.
[[nodiscard]] double default_rate(OptimiserKind kind);

class Optimiser {
 public:
  /// momentum is for sgd alone.
  Optimiser(OptimiserKind kind, double rate, double momentum, std::size_t weights)
      : kind_(kind), rate_(rate), momentum_(momentum), first_(weights), second_(weights) {}
  /// One step against the gradient.
  void step(std::span<double> weights, std::span<const double> gradient);

 private:
  OptimiserKind kind_;
  double rate_, momentum_, schedule_ = 1;  ///< schedule: nadam's C_t
  std::uint64_t steps_ = 0;
  std::vector<double> first_, second_;
};

}  // namespace forewarp::learn
