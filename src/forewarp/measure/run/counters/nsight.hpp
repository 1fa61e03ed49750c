// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Counters of jobs from Nsight Compute's command line, ncu, put around forewarp_runner (--once), which launches each
/// job's kernel once: zigon2020, figure 1, where nvprof is put around Datagen. Needs a GPU machine with ncu and that
/// one binary; nothing else is installed.
///
///     ncu --csv --page raw --print-units base --metrics M1,M2,... --log-file F
///         forewarp_runner BATCH.jsonl --device cuda:0 --once
///
/// Several jobs share one start of ncu; launches are identified by their order, which ncu numbers and the runner
/// reports. Where the two do not agree, or ncu fails, those jobs are tried one by one, so that a bad one fails alone.
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/run/counters/log.hpp"
#include "forewarp/measure/run/jobs.hpp"

namespace forewarp::run {

struct NsightOptions {
  std::string program = "ncu";       ///< on PATH, or a path
  std::string runner;                ///< forewarp_runner
  std::string device = "cuda:0";     ///< as passed to the runner
  std::vector<std::string> metrics;  ///< Nsight's names
  std::size_t batch = 32;            ///< jobs a start of ncu
  bool retry = false;                ///< those that failed before
  std::function<void(std::size_t done, std::size_t total)> progress = {};
  std::function<bool()> stop = {};  ///< polled between starts of ncu; an interrupted start is no failure of its jobs
};

struct CounterOutcome {
  std::size_t taken = 0, there = 0, failed = 0;
  bool stopped = false;
  std::vector<std::string> without;  ///< metrics that ncu does not have on this device
};

/// Throws Unavailable, naming it, where the program is not on PATH.
void require_nsight(const std::string& program);

/// Every job's counters to the log, those that are there left alone. Throws Unavailable where there is no ncu or no
/// permission to read counters, naming how to get either.
CounterOutcome collect_with_nsight(std::span<const Job> jobs, CounterLog& log, const NsightOptions& options);

/// How to get the permission whose absence ERR_NVGPUCTRPERM reports: one sentence.
[[nodiscard]] std::string counter_permission_advice();

/// ncu's CSV of several launches, one text per launch in the order of its IDs, each with the heading lines.
[[nodiscard]] std::vector<std::string> split_launches(std::string_view csv);

}  // namespace forewarp::run
