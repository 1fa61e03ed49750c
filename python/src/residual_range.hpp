// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A range for targets of any sign, from rows that were held out. forewarp train has factors for times and power, which
/// are above zero; what scikit-learn's users predict may be below it.
#include "forewarp/learn/pipeline.hpp"

namespace forewarp::python {

/// Each row is predicted by a pipeline that has not seen it (five folds). The ceil((n + 1) level)-th smallest of what
/// the n predictions are off by goes to either side of a prediction: as a factor where all targets and predictions are
/// above zero, else as an offset. A learner with quantiles of its own has these. Throws InputError for classes, for a
/// level outside (0, 1), and where the rows are too few for the level.
[[nodiscard]] learn::Range residual_range(const learn::PipelineSpec& spec, const learn::Samples& samples,
                                          const learn::Target& target, const learn::FitOptions& options, double level);

}  // namespace forewarp::python
