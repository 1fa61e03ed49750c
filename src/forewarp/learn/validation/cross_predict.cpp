// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/cross_predict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>

#include "forewarp/support/distribute/each.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::validate {
namespace {

struct FoldTask {
  std::size_t scheme = 0, method = 0, fold = 0;
};

/// Long folds of few and short folds of many mix badly; by fold first, so that all methods start early.
std::vector<FoldTask> tasks_of(std::span<const Method> methods, std::span<const Splits> schemes) {
  std::vector<FoldTask> tasks;
  for (std::size_t s = 0; s < schemes.size(); ++s)
    for (std::size_t fold = 0; fold < schemes[s].folds; ++fold)
      for (std::size_t m = 0; m < methods.size(); ++m) tasks.push_back({s, m, fold});
  return tasks;
}

void mark_untested(std::span<double> places, std::span<const Method> methods, std::span<const Splits> schemes,
                   std::size_t rows) {
  for (std::size_t s = 0; s < schemes.size(); ++s)
    for (std::size_t row = 0; row < rows; ++row)
      if (schemes[s].fold_of[row] == Splits::always_train)
        for (std::size_t m = 0; m < methods.size(); ++m)
          places[(s * methods.size() + m) * rows + row] = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void shared_for(std::size_t count, const std::function<std::vector<double>(std::size_t)>& make,
                const std::function<void(std::size_t, std::span<const double>)>& keep, std::span<double> places,
                const CrossOptions& options) {
  std::atomic<std::size_t> done = 0;
  const auto one = [&](std::size_t i) -> std::optional<std::vector<double>> {
    if (options.progress && options.progress->cancelled()) throw Interrupted();
    return make(i);
  };
  const auto kept = [&](std::size_t i, const std::vector<double>& made) {
    keep(i, made);
    if (options.progress) options.progress->advance(++done, count, "folds");
  };
  distribute::each<std::vector<double>>(
      options.team,
      {.count = count, .make = one, .keep = kept, .threads = options.threads, .progress = options.progress});
  if (options.progress && options.progress->cancelled()) throw Interrupted();
  if (!options.team) return;
  std::vector<double> all;
  unpack(options.team->tell(options.team->coordinates() ? packed(std::vector(places.begin(), places.end())) : ""), all);
  if (all.size() != places.size()) throw InputError("another process of the job has another input");
  std::ranges::copy(all, places.begin());
}

CrossAnswers cross_predict(const learn::Samples& samples, const learn::Target& target, std::span<const Method> methods,
                           std::span<const Splits> schemes, const CrossOptions& options) {
  learn::check(samples, target);
  const std::size_t rows = samples.rows();
  for (const Splits& scheme : schemes)
    FOREWARP_ASSERT(scheme.fold_of.size() == rows, "a scheme is made for the rows it splits");
  const std::vector<FoldTask> tasks = tasks_of(methods, schemes);
  const unsigned width = options.threads == 0 ? default_thread_count() : options.threads;
  const unsigned inner = tasks.size() >= 2 * static_cast<std::size_t>(width) ? 1 : width;
  std::vector<double> places(schemes.size() * methods.size() * rows);
  const auto one = [&](std::size_t index) -> std::vector<double> {
    const FoldTask task = tasks[index];
    const Split split = schemes[task.scheme].split(task.fold);
    if (split.test.empty()) return {};
    const learn::FitOptions fit{.seed = derived_seed(derived_seed(options.seed, task.scheme), task.fold),
                                .threads = inner};
    return methods[task.method].answer(samples, target, split, fit);
  };
  const auto keep = [&](std::size_t index, std::span<const double> answer) {
    const FoldTask task = tasks[index];
    const Split split = schemes[task.scheme].split(task.fold);
    double* to = places.data() + (task.scheme * methods.size() + task.method) * rows;
    for (std::size_t i = 0; i < split.test.size(); ++i) to[split.test[i]] = answer[i];
  };
  shared_for(tasks.size(), one, keep, places, options);
  mark_untested(places, methods, schemes, rows);
  CrossAnswers answers(schemes.size(), std::vector<std::vector<double>>(methods.size()));
  for (std::size_t s = 0; s < schemes.size(); ++s)
    for (std::size_t m = 0; m < methods.size(); ++m) {
      const auto first = places.begin() + static_cast<std::ptrdiff_t>((s * methods.size() + m) * rows);
      answers[s][m].assign(first, first + static_cast<std::ptrdiff_t>(rows));
    }
  return answers;
}

}  // namespace forewarp::validate
