// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The model that is shipped: fitted on every row, with the errors that cross-validation found, the range that was
/// calibrated and the digest of the rows inside.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/learn/model_file.hpp"
#include "forewarp/learn/validation/evaluate.hpp"
#include "forewarp/learn/validation/task.hpp"

namespace forewarp::validate {

/// Random folds (as many as requested, fewer where there are not enough rows; every row alone where folds is 0), then
/// each group column left out group by group; where there are more than 50 groups, in ten folds of whole groups.
[[nodiscard]] std::vector<Scheme> schemes_of(const Task& task, std::size_t folds, std::uint64_t seed);

struct TrainOptions {
  double level = 0.9;  ///< of the range
  CrossOptions cross;
};

struct Trained {
  learn::Pipeline pipeline;
  learn::ModelNotes notes;
  std::optional<Coverage> coverage;  ///< of the range under the scheme it was calibrated for
};

/// The range is calibrated on predictions for rows held out by the last scheme (the group column where there is one):
/// the factors that leave (1 - level) / 2 of them on either side. It is none for classes, and where rows are too few; a
/// quantile forest answers with quantiles of its own.
/// evaluation holds the learner's own result as its last method; its errors travel in the model file.
[[nodiscard]] Trained train(const Task& task, const learn::PipelineSpec& spec, const Evaluation& evaluation,
                            const TrainOptions& options = {});

}  // namespace forewarp::validate
