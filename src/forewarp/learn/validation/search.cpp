// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/search.hpp"

#include <algorithm>
#include <numeric>

#include "forewarp/learn/validation/metrics.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::validate {
namespace {

using learn::Samples;
using learn::Target;

std::vector<std::string> alternatives(std::string_view text) {
  std::vector<std::string> values;
  for (;;) {
    const std::size_t bar = text.find('|');
    values.emplace_back(text.substr(0, bar));
    if (bar == std::string_view::npos) return values;
    text.remove_prefix(bar + 1);
  }
}

/// Folds on which settings are compared (inner), and folds on which the choice is tested (outer).
struct Arena {
  std::size_t iteration = 0;
  std::vector<Split> inner;  ///< row numbers of the whole table
  std::vector<Split> outer;
};

/// From positions in `rows` to rows of the table.
Split lifted(const Split& split, const std::vector<std::size_t>& rows) {
  Split up;
  for (const std::size_t i : split.train) up.train.push_back(rows[i]);
  for (const std::size_t i : split.test) up.test.push_back(rows[i]);
  return up;
}

std::vector<Split> splits_of(const Splitter& splitter, const std::vector<std::size_t>& rows, std::uint64_t seed) {
  const Splits splits = splitter(rows, seed);
  std::vector<Split> all;
  for (std::size_t fold = 0; fold < splits.folds; ++fold) all.push_back(lifted(splits.split(fold), rows));
  return all;
}

/// Nested: the settings are compared within the training rows of each outer fold, so the outer error is unbiased.
/// Shared folds (the protocol of some papers): the same folds serve both, which is cheaper and optimistic.
std::vector<Arena> arenas_of(std::size_t rows, const Splitter& splitter, const SearchOptions& options) {
  std::vector<std::size_t> all(rows);
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<Arena> arenas;
  for (std::size_t i = 0; i < options.iterations; ++i) {
    const std::uint64_t seed = derived_seed(options.cross.seed, i);
    std::vector<Split> outer = splits_of(splitter, all, seed);
    if (options.nesting == Nesting::shared_folds) {
      arenas.push_back({i, outer, outer});
      continue;
    }
    for (std::size_t fold = 0; fold < outer.size(); ++fold)
      arenas.push_back({i, splits_of(splitter, outer[fold].train, derived_seed(seed, fold)), {outer[fold]}});
  }
  return arenas;
}

struct Run {
  std::size_t arena = 0, fold = 0, setting = 0;
};

/// What the runs of a search have in common.
struct Runs {
  const Samples& samples;
  const Target& target;
  std::span<const Method> settings;
  const std::vector<Arena>& arenas;
  const CrossOptions& options;
};

/// The error of each run.
/// Independent of the order of the runs: the seed derives from arena and fold, equal for all settings.
std::vector<double> errors_of_runs(const Runs& all, const std::vector<Run>& runs, bool inner) {
  std::vector<double> errors(runs.size());
  const auto one = [&](std::size_t r) {
    const Run& run = runs[r];
    const Split& split = (inner ? all.arenas[run.arena].inner : all.arenas[run.arena].outer)[run.fold];
    const std::uint64_t seed = derived_seed(derived_seed(all.options.seed + (inner ? 0 : 1), run.arena), run.fold);
    const std::vector<double> answer =
        all.settings[run.setting].answer(all.samples, all.target, split, {.seed = seed, .threads = 1});
    return std::vector{fold_error(answer, all.target, split.test)};
  };
  const auto keep = [&](std::size_t r, std::span<const double> error) { errors[r] = error.front(); };
  shared_for(runs.size(), one, keep, errors, all.options);
  return errors;
}

std::size_t lowest(std::span<const double> values) {
  return static_cast<std::size_t>(std::ranges::min_element(values) - values.begin());
}

}  // namespace

/// Cartesian product of the alternatives "a|b|c" of each setting.
std::vector<std::map<std::string, std::string>> expand_grid(const std::map<std::string, std::string>& settings) {
  std::vector<std::map<std::string, std::string>> grid(1);
  for (const auto& [name, values] : settings) {
    std::vector<std::map<std::string, std::string>> wider;
    for (const auto& point : grid)
      for (const std::string& value : alternatives(values)) {
        wider.push_back(point);
        wider.back()[name] = value;
      }
    grid = std::move(wider);
    if (grid.size() > 10'000) throw InputError("a grid of more than 10,000 settings: take fewer values");
  }
  return grid;
}

double fold_error(std::span<const double> predicted, const Target& target, const std::vector<std::size_t>& rows) {
  const Target tested = target.select_rows(rows);
  if (!target.is_class()) return mean(errors_of(predicted, tested.values));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < predicted.size(); ++i) wrong += predicted[i] != tested.values[i];
  return static_cast<double>(wrong) / static_cast<double>(predicted.size());
}

Splitter k_fold_splitter(std::size_t folds) {
  return [folds](const std::vector<std::size_t>& rows, std::uint64_t seed) { return k_fold(rows.size(), folds, seed); };
}

Splitter group_splitter(std::span<const std::string> groups, std::size_t folds) {
  return [groups, folds](const std::vector<std::size_t>& rows, std::uint64_t seed) {
    std::vector<std::string> chosen;
    for (const std::size_t row : rows) chosen.push_back(groups[row]);
    return group_k_fold(chosen, folds, seed);
  };
}

Splitter duration_splitter(std::span<const double> seconds, std::size_t folds, DurationStrata strata) {
  return [seconds, folds, strata = std::move(strata)](const std::vector<std::size_t>& rows, std::uint64_t seed) {
    std::vector<double> chosen;
    for (const std::size_t row : rows) chosen.push_back(seconds[row]);
    return stratified_by_duration(chosen, folds, seed, strata);
  };
}

std::vector<double> SearchResult::outer_errors() const {
  std::vector<double> errors;
  for (const FoldScore& fold : folds) errors.push_back(fold.outer);
  return errors;
}

/// Every setting on every inner fold, the setting with the lowest sum per arena on its outer folds. O(iterations *
/// folds^2 * settings) trainings when nested, all independent and run in parallel.
SearchResult search(const Samples& samples, const Target& target, std::span<const Method> settings,
                    const Splitter& splitter, const SearchOptions& options) {
  learn::check(samples, target);
  if (settings.empty() || options.iterations == 0) throw InputError("a search needs a setting and an iteration");
  const std::vector<Arena> arenas = arenas_of(samples.rows(), splitter, options);
  std::vector<Run> trials;
  for (std::size_t a = 0; a < arenas.size(); ++a)
    for (std::size_t fold = 0; fold < arenas[a].inner.size(); ++fold)
      for (std::size_t s = 0; s < settings.size(); ++s) trials.push_back({a, fold, s});
  const Runs all{samples, target, settings, arenas, options.cross};
  const std::vector<double> tried = errors_of_runs(all, trials, true);

  SearchResult result{.folds = {}, .mean_error = std::vector<double>(settings.size())};
  std::vector<Run> finals;
  std::size_t at = 0, inner_folds = 0;
  for (std::size_t a = 0; a < arenas.size(); ++a) {
    std::vector<double> sum(settings.size());
    for (std::size_t fold = 0; fold < arenas[a].inner.size(); ++fold, ++inner_folds)
      for (double& s : sum) s += tried[at++];
    for (std::size_t s = 0; s < sum.size(); ++s) result.mean_error[s] += sum[s];
    const std::size_t chosen = lowest(sum);
    for (std::size_t fold = 0; fold < arenas[a].outer.size(); ++fold) {
      finals.push_back({a, fold, chosen});
      result.folds.push_back({.iteration = arenas[a].iteration,
                              .fold = 0,
                              .chosen = chosen,
                              .inner = sum[chosen] / static_cast<double>(arenas[a].inner.size())});
    }
  }
  for (double& error : result.mean_error) error /= static_cast<double>(inner_folds);
  result.best = lowest(result.mean_error);
  const std::vector<double> last = errors_of_runs(all, finals, false);
  std::size_t fold = 0;
  for (std::size_t i = 0; i < last.size(); ++i) {
    fold = i > 0 && result.folds[i].iteration == result.folds[i - 1].iteration ? fold + 1 : 0;
    result.folds[i].fold = fold;
    result.folds[i].outer = last[i];
  }
  return result;
}

}  // namespace forewarp::validate
