// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The training samples themselves; the answer is the mean over the k nearest, by Euclidean distance of scaled
/// features. Of samples equally far the one that came first is nearer.
#include "forewarp/learn/binary.hpp"
#include "forewarp/learn/learner.hpp"
#include "forewarp/learn/scaling.hpp"

namespace forewarp::learn {

enum class NeighbourWeights { uniform, distance };

struct NeighbourModel {
  Scaling inputs;
  std::size_t k = 5, classes = 0;  ///< classes: 0 for regression
  NeighbourWeights weights = NeighbourWeights::uniform;
  std::vector<double> rows = {};     ///< scaled, sample by sample
  std::vector<double> targets = {};  ///< one a sample; of classes the index
};

class NeighbourPredictor final : public Predictor {
 public:
  explicit NeighbourPredictor(NeighbourModel model) : model_(std::move(model)) {}
  [[nodiscard]] std::string_view kind() const override { return "knn"; }
  [[nodiscard]] std::size_t features() const override { return model_.inputs.centre.size(); }
  [[nodiscard]] std::size_t outputs() const override { return model_.classes == 0 ? 1 : model_.classes; }
  void predict(std::span<const double> row, std::span<double> out) const override;
  /// Of the targets of the k nearest, each counting as one (type 7, as R's); for regression.
  [[nodiscard]] bool quantiles(std::span<const double> row, std::span<const double> levels,
                               std::span<double> out) const override;
  void write(Writer& out) const override;
  [[nodiscard]] const NeighbourModel& model() const { return model_; }

 private:
  NeighbourModel model_;
};

/// Throws InputError where the bytes make no sense.
[[nodiscard]] std::unique_ptr<Predictor> read_knn(Reader& in);

}  // namespace forewarp::learn
