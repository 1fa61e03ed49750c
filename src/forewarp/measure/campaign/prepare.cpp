// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>

#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/measure/campaign/measure.hpp"
#include "forewarp/measure/run/kernel_job.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::campaign {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Prepared prepared(const CorpusLaunch& launch, unsigned compute_capability, const FeatureStore& store) {
  Prepared one;
  one.ready = true;
  try {
    kernel::Request request = request_of(launch);
    request.device_capability = compute_capability;
    one.kernel = kernel::load(request);
    profile::ProfileOptions options;
    options.threads = 1;  // launches are many
    one.features = store.get(one.kernel, options);
  } catch (const Error& error) {
    one.failure = error.what();
  }
  return one;
}

}  // namespace

std::vector<Prepared> prepare(std::span<const CorpusLaunch> launches, unsigned compute_capability,
                              const FeatureStore& store, double deadline_s, Progress* progress) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<std::size_t> order = round_robin(launches);
  std::vector<Prepared> all(launches.size());
  std::atomic<std::size_t> done = 0;
  parallel_for(launches.size(), [&](std::size_t i) {
    if (deadline_s > 0 && seconds_since(begin) > deadline_s) return;
    if (progress != nullptr && progress->cancelled()) return;
    all[order[i]] = prepared(launches[order[i]], compute_capability, store);
    if (progress != nullptr) progress->advance(++done, launches.size(), "features of " + launches[order[i]].id);
  });
  if (progress != nullptr && progress->cancelled()) throw Interrupted();
  return all;
}

run::Job job_for(const CorpusLaunch& launch, const kernel::Kernel& kernel, run::Api api,
                 const MeasureOptions& options) {
  run::Job job = run::job_of(kernel, request_of(launch), api, launch.id);
  job.power_s = options.power_s;
  return job;
}

}  // namespace forewarp::campaign
