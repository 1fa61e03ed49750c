// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Friedman's first function, and fits by settings.
#include <cmath>
#include <cstdlib>

#include "unit/learn/data.hpp"
#include "unit/learn/fixtures/trees.hpp"

namespace forewarp::learn::testing {

inline Samples friedman() { return samples_of(fixture::friedman_rows, 5); }
inline Samples friedman_test() { return samples_of(fixture::friedman_test_rows, 5); }
inline Target friedman_numbers() { return {fixture::friedman_target, {}}; }
inline Target friedman_classes() { return {fixture::friedman_class, {"low", "middle", "high"}}; }

using Settings = std::map<std::string, std::string>;

inline std::unique_ptr<Predictor> fitted(std::string_view learner, const Settings& settings, const Samples& samples,
                                         const Target& target, std::uint64_t seed = 0, unsigned threads = 1) {
  return make_learner(learner, settings)->fit(samples, target, {.seed = seed, .threads = threads});
}

inline std::vector<std::byte> bytes_of(const Predictor& predictor) {
  Writer out;
  predictor.write(out);
  return out.bytes();
}

inline double rmse(const std::vector<double>& predicted, const std::vector<double>& wanted) {
  double sum = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) sum += (predicted[i] - wanted[i]) * (predicted[i] - wanted[i]);
  return std::sqrt(sum / static_cast<double>(wanted.size()));
}

/// While it lives, FOREWARP_ISA is so.
class WithIsa {
 public:
  explicit WithIsa(const char* isa) { setenv("FOREWARP_ISA", isa, 1); }
  ~WithIsa() { unsetenv("FOREWARP_ISA"); }
  WithIsa(const WithIsa&) = delete;
  WithIsa& operator=(const WithIsa&) = delete;
};

}  // namespace forewarp::learn::testing
