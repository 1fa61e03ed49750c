// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Engines and distributions: those of <random> that are linear congruences, usable in device code.
#include <iostream>  // as in Thrust: programs rely on it

namespace thrust {
namespace random {

template <class T, T A, T C, T M>
class linear_congruential_engine {
 public:
  typedef T result_type;
  static constexpr T min = C == 0 ? 1 : 0, max = M - 1, default_seed = 1;
  __host__ __device__ explicit linear_congruential_engine(T s = default_seed) { seed(s); }
  __host__ __device__ void seed(T s = default_seed) {
    state_ = s % M;
    if (C % M == 0 && state_ == 0) state_ = 1;
  }
  __host__ __device__ T operator()() {
    return state_ = static_cast<T>((static_cast<unsigned long long>(state_) * A + C) % M);
  }
  /// n steps at once, by squaring.
  __host__ __device__ void discard(unsigned long long n) {
    unsigned long long factor = A, add = C, all_factor = 1, all_add = 0;
    for (; n > 0; n >>= 1) {
      if (n & 1) {
        all_factor = all_factor * factor % M;
        all_add = (all_add * factor + add) % M;
      }
      add = (factor + 1) * add % M;
      factor = factor * factor % M;
    }
    state_ = static_cast<T>((state_ * all_factor + all_add) % M);
  }

 private:
  T state_;
};
typedef linear_congruential_engine<unsigned, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<unsigned, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand default_random_engine;

template <class T = double>
class uniform_real_distribution {
 public:
  typedef T result_type;
  __host__ __device__ explicit uniform_real_distribution(T a = T(0), T b = T(1)) : a_(a), b_(b) {}
  template <class Engine>
  __host__ __device__ T operator()(Engine& engine) const {
    const T x = static_cast<T>(engine() - Engine::min) / (static_cast<T>(Engine::max - Engine::min) + T(1));
    return x * (b_ - a_) + a_;
  }

 private:
  T a_, b_;
};
template <class T = int>
class uniform_int_distribution {
 public:
  typedef T result_type;
  __host__ __device__ explicit uniform_int_distribution(T a = 0, T b = static_cast<T>(~0ull >> (65 - 8 * sizeof(T))))
      : a_(a), b_(b) {}
  template <class Engine>
  __host__ __device__ T operator()(Engine& engine) const {
    uniform_real_distribution<double> real(static_cast<double>(a_), static_cast<double>(b_) + 1);
    return static_cast<T>(::floor(real(engine)));
  }

 private:
  T a_, b_;
};
template <class T = double>
class normal_distribution {
 public:
  typedef T result_type;
  __host__ __device__ explicit normal_distribution(T mean = T(0), T deviation = T(1))
      : mean_(mean), deviation_(deviation) {}
  template <class Engine>
  __host__ __device__ T operator()(Engine& engine) const {
    const double range = static_cast<double>(Engine::max - Engine::min) + 1;
    const double u = (engine() - Engine::min + 1.0) / range, v = (engine() - Engine::min) / range;
    return static_cast<T>(mean_ + deviation_ * ::sqrt(-2 * ::log(u)) * ::cos(6.283185307179586 * v));
  }

 private:
  T mean_, deviation_;
};

}  // namespace random
using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
}  // namespace thrust
