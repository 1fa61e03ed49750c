// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/braun2020.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/emulate/profile/flux_counts.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/measure/campaign/corpus_launch.hpp"
#include "forewarp/model/feature/braun.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::papers {
namespace {

using ptx::CountedThreads;

/// A launch of more thread instructions than this is counted at the kernel's smallest size: all threads are to run.
constexpr double max_instructions = 2e8;

/// What the modes differ in: the launch's own two features are the same in all.
const std::vector<std::string>& compared() {
  static const std::vector<std::string> names(feature::braun_names().begin() + 2, feature::braun_names().end());
  return names;
}

/// Off from all threads, relative; by feature.
using Errors = std::vector<double>;

struct KernelErrors {
  std::string id;
  double ctas = 0, threads = 0;
  Errors cta, warp;
  double sampled = 0;  ///< of the thread instructions
};

double off(double value, double truth) { return value == truth ? 0 : std::abs(value - truth) / std::abs(truth); }

feature::Features features_of(const profile::FluxCounts& counts) {
  return feature::braun_features(counts.launch.grid, counts.launch.block, counts.instructions);
}

Errors errors(const feature::Features& of, const feature::Features& truth) {
  Errors out;
  for (const std::string& name : compared()) out.push_back(off(of.at(name), truth.at(name)));
  return out;
}

/// The kernel at its defaults; at its smallest size where that is too much to run whole.
kernel::Kernel kernel_to_count(const std::string& name, std::string& id) {
  kernel::Request request;
  request.path = name;
  kernel::Kernel kernel = kernel::load(request);
  id = name;
  if (profile::profile(*kernel.module, kernel.launch).thread_instructions <= max_instructions) return kernel;
  for (const auto& [parameter, value] : kernel.description.check) {
    request.set.push_back(fmt::format("{}={}", parameter, value));
    id += " " + request.set.back();
  }
  return kernel::load(request);
}

KernelErrors count(const std::string& name, unsigned threads) {
  KernelErrors out;
  const kernel::Kernel kernel = kernel_to_count(name, out.id);
  profile::ProfileOptions options;
  options.threads = threads;
  const auto counted = [&](CountedThreads mode) {
    return profile::count_emulated(*kernel.module, kernel.launch, mode, options);
  };
  const profile::FluxCounts all = counted(CountedThreads::all);
  const feature::Features truth = features_of(all);
  out.ctas = truth.at("ctas");
  out.threads = truth.at("threads_per_cta");
  out.cta = errors(features_of(counted(CountedThreads::one_cta)), truth);
  out.warp = errors(features_of(counted(CountedThreads::one_warp)), truth);
  options.exact_below = 1;
  options.budget = 1'000'000;
  const double sampled = profile::profile(*kernel.module, kernel.launch, options).thread_instructions;
  out.sampled = off(sampled, all.thread_instructions);
  return out;
}

using Pick = Errors KernelErrors::*;

std::vector<double> column(const std::vector<KernelErrors>& all, Pick mode, std::size_t feature) {
  std::vector<double> out;
  for (const KernelErrors& one : all) out.push_back(100 * (one.*mode)[feature]);
  return out;
}

double share_within(const std::vector<double>& errors, double limit) {
  const auto within = std::count_if(errors.begin(), errors.end(), [&](double e) { return e <= limit; });
  return 100.0 * static_cast<double>(within) / static_cast<double>(errors.size());
}

struct Line {
  std::string what, mode;
  std::vector<double> errors;
};

std::vector<Line> lines(const std::vector<KernelErrors>& all) {
  std::vector<Line> out;
  for (std::size_t f = 0; f < compared().size(); ++f) {
    out.push_back({compared()[f], "one CTA", column(all, &KernelErrors::cta, f)});
    out.push_back({compared()[f], "one warp", column(all, &KernelErrors::warp, f)});
  }
  Line sampled{"total_instructions", "sampled, ours", {}};
  for (const KernelErrors& one : all) sampled.errors.push_back(100 * one.sampled);
  out.insert(out.begin() + 2, std::move(sampled));
  return out;
}

ResultTable summary(const std::vector<Line>& all) {
  Table table;
  Table::Texts features, modes;
  Table::Numbers median_of, most_of, worst, within;
  for (const Line& line : all) {
    features.push_back(line.what);
    modes.push_back(line.mode);
    median_of.push_back(median(line.errors));
    most_of.push_back(quantile(line.errors, 0.9));
    worst.push_back(*std::max_element(line.errors.begin(), line.errors.end()));
    within.push_back(share_within(line.errors, 1));
  }
  table.add("feature", std::move(features));
  table.add("counted", std::move(modes));
  table.add("median", std::move(median_of), "%");
  table.add("90 in 100 below", std::move(most_of), "%");
  table.add("worst", std::move(worst), "%");
  table.add("kernels within one per cent", std::move(within), "%");
  return {"modes",
          "one CTA or one warp, scaled to the launch, against all threads: relative errors over the bundled kernels",
          std::move(table)};
}

ResultTable by_kernel(const std::vector<KernelErrors>& all) {
  Table table;
  Table::Texts names;
  Table::Numbers ctas, threads, cta, warp, sampled;
  for (const KernelErrors& one : all) {
    names.push_back(one.id);
    ctas.push_back(one.ctas);
    threads.push_back(one.threads);
    cta.push_back(100 * one.cta[0]);
    warp.push_back(100 * one.warp[0]);
    sampled.push_back(100 * one.sampled);
  }
  table.add("kernel", std::move(names));
  table.add("CTAs", std::move(ctas));
  table.add("threads a CTA", std::move(threads));
  table.add("one CTA", std::move(cta), "%");
  table.add("one warp", std::move(warp), "%");
  table.add("sampled, ours", std::move(sampled), "%");
  return {"mode_kernels", "error of the total of instructions, by kernel", std::move(table), false};
}

std::string worst_kernels(const std::vector<KernelErrors>& all, Pick mode) {
  std::vector<const KernelErrors*> order;
  for (const KernelErrors& one : all) order.push_back(&one);
  std::stable_sort(order.begin(), order.end(), [&](auto* a, auto* b) { return (a->*mode)[0] > (b->*mode)[0]; });
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(5, order.size()); ++i)
    out += fmt::format("{}{} {:.3g} %", i == 0 ? "" : ", ", order[i]->id, 100 * (order[i]->*mode)[0]);
  return out;
}

}  // namespace

Reproduction modes(const Options& options) {
  const std::vector<std::string> names = launch::corpus_names();
  std::vector<KernelErrors> all;
  for (const std::string& name : names) {
    all.push_back(count(name, options.threads));
    if (options.progress != nullptr) options.progress->advance(all.size(), names.size(), name);
  }
  const std::vector<Line> told = lines(all);
  Reproduction out;
  out.tables.push_back(summary(told));
  out.tables.push_back(by_kernel(all));
  const auto score = [&](const Line& line, const char* id, const char* note) {
    out.scores.push_back({.id = fmt::format("braun2020.modes.{}", id),
                          .what = fmt::format("{} of the thread instructions: kernels within 1 %", line.mode),
                          .unit = "%",
                          .ours = share_within(line.errors, 1),
                          .target = 50,
                          .better = Better::higher,
                          .note = note});
  };
  score(told[0], "cta", "the middle CTA for all");
  score(told[1], "warp", "the middle warp of the middle CTA for all");
  score(told[2], "sampled", "a million thread instructions run, chosen by place in the grid");
  out.notes.push_back("one CTA is farthest off at: " + worst_kernels(all, &KernelErrors::cta));
  out.notes.push_back("one warp is farthest off at: " + worst_kernels(all, &KernelErrors::warp));
  out.notes.push_back(
      fmt::format("{} kernels at their defaults, at their smallest size where all threads would run more than {:g} "
                  "instructions; the "
                  "paper counts all threads (section 3.2) and gives no error for the other modes",
                  all.size(), max_instructions));
  return out;
}

}  // namespace forewarp::papers
