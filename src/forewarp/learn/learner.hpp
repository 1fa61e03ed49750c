// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The common interface of all learners: fit gives a predictor, a predictor answers for a sample.
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "forewarp/learn/samples.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::learn {

class Writer;  // binary.hpp

/// What fit made. Immutable, so several threads may predict at once.
class Predictor {
 public:
  virtual ~Predictor() = default;
  /// The learner that made it, by the name under which learners.hpp can read it back.
  [[nodiscard]] virtual std::string_view kind() const = 0;
  [[nodiscard]] virtual std::size_t features() const = 0;
  /// Numbers a sample gets: 1 for regression, else the probability of each class.
  [[nodiscard]] virtual std::size_t outputs() const { return 1; }
  /// row: features() finite numbers; out: outputs() numbers.
  virtual void predict(std::span<const double> row, std::span<double> out) const = 0;
  /// All samples; out: rows() x outputs(), sample by sample. Whoever has a faster way for many overrides it; the
  /// answer is the same, bit for bit.
  virtual void predict_all(const Samples& samples, std::span<double> out) const;
  /// out[i]: below it the target lies with probability levels[i], as estimated by the predictor. levels are in
  /// [0, 1]. False, and out untouched, where it has no notion of that.
  [[nodiscard]] virtual bool quantiles(std::span<const double> row, std::span<const double> levels,
                                       std::span<double> out) const;
  /// How much each feature counts, adding up to one; empty where the learner has no such notion.
  [[nodiscard]] virtual std::vector<double> importances() const { return {}; }
  /// Everything predict needs; the learner's read in learners.hpp takes it back.
  virtual void write(Writer& out) const = 0;
};

struct FitOptions {
  std::uint64_t seed = 0;
  unsigned threads = 0;  ///< 0: the cores there are; the result is the same for any number
  Progress* progress = nullptr;
};

class Learner {
 public:
  virtual ~Learner() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Throws what check() throws, and InputError where the learner cannot take this kind of target.
  [[nodiscard]] virtual std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                                       const FitOptions& options = {}) const = 0;
};

}  // namespace forewarp::learn
