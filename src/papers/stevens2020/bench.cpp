// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/stevens2020/bench.hpp"

#include <fmt/format.h>

#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::papers::stevens2020 {

Bench::Bench(const Options& options)
    : device_(run::open_device(options.device)),
      store_(options.store.empty() ? run::open_sqlite_store(":memory:") : run::open_store(options.store)),
      progress_(options.progress) {
  campaign_.program = "forewarp reproduce stevens2020";
  const bool synthetic = device_->info().synthetic;
  campaign_.trials = synthetic ? 5 : 20;
  campaign_.passes = synthetic ? 1 : 5;
  campaign_.pass_seconds = synthetic ? 0 : 1;
  campaign_.job_seconds = 4;
}

void Bench::reduce_effort() {
  campaign_.trials = 6;
  campaign_.passes = 2;
  campaign_.pass_seconds = 0;
  campaign_.job_seconds = 0.2;
}

calibrate::Times Bench::measure(const std::vector<calibrate::SizedKernel>& kernels, calibrate::Programs& programs) {
  calibrate::Times times = calibrate::measure(*device_, kernels, programs, *store_, campaign_, progress_);
  if (times.cancelled) throw Interrupted();  // with the same store the next run goes on
  if (!times.failures.empty())
    throw DeviceError(fmt::format("{}: {}", times.failures.front().job, times.failures.front().why));
  return times;
}

std::string Bench::note(const calibrate::Times& times) const {
  return fmt::format(
      "{}, driver {}{}; times are the 10 % quantile of the trials outside of slow plateaus. The canary was slow in "
      "{:.0f} % of its runs. All of it took {:.0f} s",
      info().name, info().driver, info().synthetic ? ": SYNTHETIC, a model with noise, nothing was measured" : "",
      100 * times.slow_share, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
}

Reproduction not_run() {
  Reproduction result;
  result.notes.emplace_back("not run: --device opencl:0 (or cuda:0) calibrates and measures on a device that is here");
  return result;
}

std::vector<calibrate::SizedKernel> kernels(const std::string& tags) {
  return calibrate::kernels_of(std::vector<std::string>{tags}, pick::shipped_generators());
}

}  // namespace forewarp::papers::stevens2020
