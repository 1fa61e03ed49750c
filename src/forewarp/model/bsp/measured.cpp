// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/measured.hpp"

#include <algorithm>

#include "forewarp/model/bsp/checks.hpp"

namespace forewarp::model::bsp {

double lambda_over(const Prediction& predicted, double launch_s, double measured_s) {
  detail::require_positive("measured time", measured_s);
  if (measured_s <= launch_s)
    throw InputError(
        fmt::format("the measured time, {:.3g} us, is not longer than launching a kernel that does nothing, {:.3g} us",
                    1e6 * measured_s, 1e6 * launch_s));
  return std::max(predicted.time_s - launch_s, 1e-12) / (measured_s - launch_s);
}

Prediction with_lambda(Prediction predicted, double launch_s, double lambda) {
  detail::require_positive("lambda", lambda);
  for (double* time_s : {&predicted.time_s, &predicted.low_s, &predicted.high_s})
    *time_s = launch_s + std::max(*time_s - launch_s, 0.0) / lambda;
  for (Term& term : predicted.terms)
    if (term.name != "launch") term.time_s /= lambda;
  predicted.notes.push_back(
      fmt::format("times are the model's divided by lambda = {:.3g}, from the run you measured", lambda));
  return predicted;
}

}  // namespace forewarp::model::bsp
