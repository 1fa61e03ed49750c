// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Small samples for the tests of the learners.
#include <cstring>
#include <memory>
#include <vector>

#include "forewarp/learn/binary.hpp"
#include "forewarp/learn/learners.hpp"
#include "unit/learn/fixtures/scikit_learn.hpp"

namespace forewarp::learn::testing {

/// Row-major values as samples called a, b, c, ...
inline Samples samples_of(const std::vector<double>& rows, std::size_t features) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < features; ++j) names.emplace_back(1, static_cast<char>('a' + j));
  Samples s(names, rows.size() / features);
  for (std::size_t i = 0; i < s.rows(); ++i)
    for (std::size_t j = 0; j < features; ++j) s.feature(j)[i] = rows[i * features + j];
  return s;
}

inline Samples train_samples() { return samples_of(fixture::train_rows, 4); }
inline Samples test_samples() { return samples_of(fixture::test_rows, 4); }
inline Target train_numbers() { return {fixture::train_target, {}}; }
inline Target train_classes() { return {fixture::train_class, {"red", "green", "blue"}}; }

inline std::vector<double> predictions(const Predictor& predictor, const Samples& samples) {
  std::vector<double> out(samples.rows() * predictor.outputs());
  predictor.predict_all(samples, out);
  return out;
}

inline std::shared_ptr<void> aligned_copy(std::span<const std::byte> bytes) {
  std::shared_ptr<void> copy(std::aligned_alloc(64, (bytes.size() + 64) / 64 * 64), std::free);
  if (!bytes.empty()) std::memcpy(copy.get(), bytes.data(), bytes.size());
  return copy;
}

/// Reads bytes as a predictor of that learner.
inline std::unique_ptr<Predictor> predictor_from(std::string_view learner, std::span<const std::byte> bytes) {
  const auto copy = aligned_copy(bytes);
  Reader in({static_cast<const std::byte*>(copy.get()), bytes.size()}, copy);
  return find_learner(learner).read(in);
}

inline std::unique_ptr<Predictor> written_and_read(const Predictor& predictor) {
  Writer out;
  predictor.write(out);
  return predictor_from(predictor.kind(), out.bytes());
}

}  // namespace forewarp::learn::testing
