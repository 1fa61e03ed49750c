// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/cross_predict.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <limits>

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

void shared_for(std::size_t count, const std::function<void(std::size_t)>& body, std::span<double> places,
                const CrossOptions& options) {
  const std::size_t rank = options.team ? options.team->rank() : 0, size = options.team ? options.team->size() : 1;
  const std::size_t mine = count / size + (rank < count % size ? 1 : 0);
  std::atomic<std::size_t> done = 0;
  std::exception_ptr failure;
  try {
    parallel_for(
        mine,
        [&](std::size_t i) {
          if (options.progress && options.progress->cancelled()) throw Interrupted();
          body(i * size + rank);
          if (options.progress) options.progress->advance(++done, mine, "folds");
        },
        options.threads);
  } catch (...) {
    failure = std::current_exception();
  }
  if (options.team) {  // a failed process still takes part, or the others would wait for ever
    double failed = failure ? 1 : 0;
    options.team->sum({&failed, 1});
    if (!failure && failed > 0) throw InputError("another process of the run failed; its message says why");
    if (!failure) options.team->sum(places);
  }
  if (failure) std::rethrow_exception(failure);
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
  const auto one = [&](std::size_t index) {
    const FoldTask task = tasks[index];
    const Split split = schemes[task.scheme].split(task.fold);
    if (split.test.empty()) return;
    const learn::FitOptions fit{.seed = derived_seed(derived_seed(options.seed, task.scheme), task.fold),
                                .threads = inner};
    const std::vector<double> answer = methods[task.method].answer(samples, target, split, fit);
    double* to = places.data() + (task.scheme * methods.size() + task.method) * rows;
    for (std::size_t i = 0; i < split.test.size(); ++i) to[split.test[i]] = answer[i];
  };
  shared_for(tasks.size(), one, places, options);
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
