// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "forewarp/learn/pipeline.hpp"
#include "forewarp/model/advise/classes.hpp"

namespace forewarp::tool {

/// A class as a classifier calls it, with what helped its kernels.
struct Called {
  std::string id, title;
  double probability = 0;
  std::vector<std::string> strategies;
};
/// The most probable first.
[[nodiscard]] std::vector<Called> ranked(const learn::Pipeline& pipeline, const learn::Answer& answer,
                                         const std::vector<advise::KernelClass>& classes);

/// What --counters, --kernel, --device, --model, --samples, --classes and the forms of output say.
struct CounterClassRequest {
  std::string counters = {}, kernel = {}, device = {}, model = {}, samples = {}, classes = {};
  bool json = false, csv = false;
};

/// The class of each launch that a profiler counted, its probabilities and strategies. With a model: every metric that
/// it asks for must be in the file or follow from others, else InputError names those that are missing, in the
/// profiler's words. With samples in its place a random forest is trained on the relative metrics that both have, and
/// those left out are named.
void classify_from_counters(const CounterClassRequest& request);

}  // namespace forewarp::tool
