// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/braun2020.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "forewarp/learn/pipeline.hpp"
#include "forewarp/learn/trees/depth.hpp"
#include "forewarp/learn/validation/metrics.hpp"
#include "forewarp/learn/validation/search.hpp"
#include "forewarp/measure/campaign/retrain.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/file.hpp"
#include "papers/braun2020/tutorial.hpp"
#include "papers/chart_file.hpp"
#include "papers/charts.hpp"
#include "papers/published.hpp"

namespace forewarp::papers {
namespace {

using Numbers = Table::Numbers;
using Texts = Table::Texts;

constexpr std::size_t folds = 3;
constexpr std::size_t few = 100;  // rows; of more, what takes long is done less often

/// The paper has 30.
std::size_t iterations_for(const TutorialRuns& runs) { return runs.measured.size() <= few ? 5 : 2; }

/// Each launch left out alone, or of many rows twentieths.
validate::Splits single(const TutorialRuns& runs) {
  const std::size_t rows = runs.measured.size();
  return rows <= few ? validate::leave_one_out(rows) : validate::k_fold(rows, 20, 1);
}

struct Grown {
  std::string trees, criterion, max_features;
  [[nodiscard]] std::string text() const {
    return fmt::format("{}, {} features, {} estimators", criterion, max_features, trees);
  }
};

learn::PipelineSpec spec_of(const TutorialRuns& runs, const std::vector<std::string>& features, const Grown& grown) {
  learn::PipelineSpec spec;
  for (const std::string& name : features) spec.features.push_back({name, "", learn::Transform::identity, 0});
  spec.target = {runs.quantity, "", runs.quantity == "time" ? learn::Transform::log : learn::Transform::identity, 0};
  spec.learner = "extra_trees";
  spec.settings = {{"trees", grown.trees}, {"criterion", grown.criterion}, {"max_features", grown.max_features}};
  return spec;
}

/// Section 3.3: number of estimators, criterion, features a split looks at; fewer estimators than the paper's up to
/// 1024, as these are 43 launches.
std::vector<Grown> grid() {
  std::vector<Grown> all;
  for (const char* trees : {"128", "256", "512"})
    for (const char* criterion : {"mse", "mae"})
      for (const char* features : {"all", "sqrt"}) all.push_back({trees, criterion, features});
  return all;
}

struct Nested {
  std::vector<double> scores;  ///< MAPE of each fold of each iteration
  Grown best;
};

Nested nested(const TutorialRuns& runs, const Options& options) {
  const std::vector<Grown> all = grid();
  std::vector<validate::Method> methods;
  for (const Grown& one : all)
    methods.push_back(validate::pipeline_method(one.text(), spec_of(runs, runs.features.names(), one)));
  const validate::Splitter splitter =
      runs.quantity == "time" ? validate::duration_splitter(runs.measured, folds) : validate::k_fold_splitter(folds);
  const validate::SearchResult found =
      validate::search(runs.features, {runs.measured, {}}, methods, splitter,
                       {.iterations = iterations_for(runs),
                        .nesting = validate::Nesting::shared_folds,  // as the authors run it
                        .cross = {.seed = 1, .threads = options.threads, .progress = options.progress}});
  return {found.outer_errors(), all[found.best]};
}

/// Microseconds of one warm prediction on one core: the median of rounds.
double latency_us(const learn::Pipeline& pipeline, const learn::Samples& samples) {
  std::vector<double> rows(samples.features()), rounds;
  double sink = 0;
  for (int round = 0; round < 15; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < samples.rows(); ++i) {
      samples.copy_row(i, rows);
      sink += pipeline.value(rows);
    }
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    rounds.push_back(took.count() / static_cast<double>(samples.rows()));
  }
  return sink != 0 ? median(rounds) : 0;
}

std::vector<double> left_out(const TutorialRuns& runs, const std::vector<std::string>& features, const Grown& grown,
                             const validate::Splits& splits, const Options& options) {
  const std::vector<validate::Method> methods = {validate::pipeline_method("", spec_of(runs, features, grown))};
  return validate::cross_predict(runs.features, {runs.measured, {}}, methods, std::vector{splits},
                                 {.seed = 1, .threads = options.threads, .progress = options.progress})[0][0];
}

learn::Pipeline fitted(const TutorialRuns& runs, const std::vector<std::string>& features, const Grown& grown) {
  return learn::Pipeline::fit(spec_of(runs, features, grown), runs.features, {runs.measured, {}}, {.seed = 1});
}

/// Features by how much the trees split on them, the most important first.
std::vector<std::string> by_importance(const TutorialRuns& runs, const Grown& grown) {
  const std::vector<double> shares = fitted(runs, runs.features.names(), grown).predictor().importances();
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t j) { return shares[j]; });
  std::vector<std::string> names;
  for (const std::size_t j : order) names.push_back(runs.features.names()[j]);
  return names;
}

std::string name_of(const TutorialRuns& runs) { return runs.quantity + "-" + runs.gpu; }

ResultTable ablation_table(const TutorialRuns& runs, const Grown& best, const Options& options) {
  ResultTable result{"ablation-" + name_of(runs),
                     fmt::format("{} on the {}: error in % with the top features alone and with fewer trees, and "
                                 "latency in us",
                                 runs.quantity, runs.gpu),
                     {},
                     false};
  Texts what;
  Numbers alone, kernel, latency;
  const validate::Splits each = single(runs);
  const validate::Splits by_kernel = validate::leave_one_group_out(runs.launches.texts("name"));
  const auto add = [&](std::string text, const std::vector<std::string>& features, const Grown& grown) {
    what.push_back(std::move(text));
    alone.push_back(100 * validate::summarise(left_out(runs, features, grown, each, options), runs.measured).median);
    kernel.push_back(100 *
                     validate::summarise(left_out(runs, features, grown, by_kernel, options), runs.measured).median);
    const learn::Pipeline pipeline = fitted(runs, features, grown);
    std::vector<std::size_t> columns;
    for (const std::string& name : features)
      columns.push_back(
          static_cast<std::size_t>(std::ranges::find(runs.features.names(), name) - runs.features.names().begin()));
    latency.push_back(latency_us(pipeline, runs.features.select_features(columns)));
  };
  const std::vector<std::string> order = by_importance(runs, best);
  Grown quick = best;
  quick.trees = "128";
  for (std::size_t count = 1; count <= order.size(); ++count)
    add(fmt::format("top {} ({})", count, order[count - 1]),
        std::vector<std::string>(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count)), quick);
  for (const char* trees : {"8", "16", "32", "64", "128", "256", "512"}) {
    Grown grown = best;
    grown.trees = trees;
    add(fmt::format("{} trees", trees), order, grown);
  }
  result.table.add("what", std::move(what));
  result.table.add("each launch alone: median", std::move(alone));
  result.table.add("each kernel: median", std::move(kernel));
  result.table.add("latency", std::move(latency));
  return result;
}

/// Figures 7, 10 and 11: measured beside predicted, each launch left out alone; and classes of error.
void add_scatter(Reproduction& result, const TutorialRuns& runs, const std::vector<double>& predicted,
                 ResultTable& classes) {
  ResultTable scatter{
      "scatter-" + name_of(runs),
      fmt::format("{} on the {}: measured and predicted, each launch left out alone (Figures 7, 10, 11)", runs.quantity,
                  runs.gpu),
      {},
      false};
  scatter.table.add("launch", runs.launches.texts("name"));
  scatter.table.add("measured", runs.measured, runs.quantity == "time" ? "s" : "W");
  scatter.table.add("predicted", predicted, runs.quantity == "time" ? "s" : "W");
  result.tables.push_back(std::move(scatter));
  const std::vector<double> errors = validate::errors_of(predicted, runs.measured);
  Numbers shares;
  for (const double below : {0.1, 0.25, 0.5, 1.0, 1e300})
    shares.push_back(100.0 * static_cast<double>(std::ranges::count_if(errors, [&](double e) { return e <= below; })) /
                     static_cast<double>(errors.size()));
  classes.table.add(runs.quantity + " " + runs.gpu, std::move(shares));
  report::Chart chart = chart_of(fmt::format("{} on the {}", runs.quantity, runs.gpu), "measured", "predicted",
                                 {series_of("", runs.measured, predicted, report::Series::Style::points)});
  chart.x.logarithmic = chart.y.logarithmic = true;
  chart.slopes = {{1, "equal"}};
  result.pictures.push_back({"scatter-" + name_of(runs),
                             fmt::format("{} on the {}, each launch left out alone", runs.quantity, runs.gpu),
                             chart_file(chart)});
}

/// Section 5: launches with fewer blocks than the device has SMs.
ResultTable idle_table(const TutorialRuns& runs) {
  ResultTable result{"idle", "launches that leave SMs idle, in % (the paper's: 14.6 to 56.1)", {}, true};
  Texts devices;
  Numbers sms, share;
  const std::span<const double> ctas = runs.features.feature(1);
  for (const char* name : {"K20", "K80", "GTX 1650", "Titan Xp", "T4", "P100", "V100", "H200"}) {
    const device::DeviceSpec device = device::find_device(name);
    devices.push_back(device.name);
    sms.push_back(device.sms);
    share.push_back(100.0 * static_cast<double>(std::ranges::count_if(ctas, [&](double c) { return c < device.sms; })) /
                    static_cast<double>(ctas.size()));
  }
  result.table.add("device", std::move(devices));
  result.table.add("SMs", std::move(sms));
  result.table.add("share", std::move(share));
  return result;
}

/// The tables that have a column or a row for each set of launches.
struct Collected {
  ResultTable best{"table4-5",
                   "best hyper-parameters by nested cross-validation, MAPE of its folds in %, mean depth of trees, and "
                   "latency of one warm prediction (Tables 4 and 5, Figures 5, 8 and 9)",
                   {},
                   true};
  ResultTable by_fold{"folds", "MAPE in % of each fold of each iteration (Figures 5, 8, 9)", {}, false};
  ResultTable classes{"classes", "share of launches in % below an error, each left out alone (Figure 6)", {}, true};
  ResultTable importance{"table6", "impurity importance of the twelve features in % (Table 6)", {}, true};
  Texts what, settings;
  Numbers q1, middle, q3, depth, latency;
};

void add_scores(Reproduction& result, const Collected& c, const TutorialRuns& runs, const Nested& scores) {
  const bool time = runs.quantity == "time";
  result.scores.push_back({fmt::format("braun-nested-{}-{}", runs.quantity, runs.gpu),
                           fmt::format("{}, {}: median MAPE of nested cross-validation", runs.gpu, runs.quantity), "%",
                           c.middle.back(), published(fmt::format("braun2020.{}.mape", runs.quantity)),
                           time ? 8.9 : 1.9, Better::lower,
                           fmt::format("{} launches; other: the paper's best GPU, on hundreds of launches of 184 "
                                       "kernels that are not public",
                                       runs.measured.size())});
  result.scores.push_back({fmt::format("braun-latency-{}-{}", runs.quantity, runs.gpu),
                           fmt::format("{}, {}: one warm prediction, {}", runs.gpu, runs.quantity, scores.best.text()),
                           "us", c.latency.back(), published(fmt::format("braun2020.{}.latency", runs.quantity)), 100,
                           Better::lower, "other: the paper's quickest, on a Xeon E5-2667 v3"});
}

void add_runs(Reproduction& result, Collected& c, const TutorialRuns& runs, const Options& options) {
  const Nested scores = nested(runs, options);
  const learn::Pipeline model = fitted(runs, runs.features.names(), scores.best);
  c.what.push_back(fmt::format("{} on the {}", runs.quantity, runs.gpu));
  c.settings.push_back(scores.best.text());
  c.q1.push_back(100 * quantile(scores.scores, 0.25));
  c.middle.push_back(100 * median(scores.scores));
  c.q3.push_back(100 * quantile(scores.scores, 0.75));
  c.depth.push_back(learn::trees::mean_depth(model.predictor()).value_or(0));
  c.latency.push_back(latency_us(model, runs.features));
  Numbers percents, shares;
  for (const double score : scores.scores) percents.push_back(100 * score);
  c.by_fold.table.add(fmt::format("{} {}", runs.quantity, runs.gpu), std::move(percents));
  for (const double share : model.predictor().importances()) shares.push_back(100 * share);
  c.importance.table.add(fmt::format("{} {}", runs.quantity, runs.gpu), std::move(shares));
  add_scatter(result, runs, left_out(runs, runs.features.names(), scores.best, single(runs), options), c.classes);
  result.tables.push_back(ablation_table(runs, scores.best, options));
  if (result.scores.empty()) result.tables.push_back(idle_table(runs));
  add_scores(result, c, runs, scores);
}

/// The protocol on each set of launches. by_fold has a column a set, so all sets have the same number of scores.
Reproduction protocol_on(const std::vector<TutorialRuns>& all, const Options& options) {
  Reproduction result;
  Collected c;
  c.classes.table.add("error", Texts{"10 %", "25 %", "50 %", "100 %", "any"});
  c.importance.table.add("feature", all.front().features.names());
  for (const TutorialRuns& runs : all) {
    for (const std::string& file : runs.files)
      if (std::ranges::find(result.files, file) == result.files.end()) result.files.push_back(file);
    add_runs(result, c, runs, options);
  }
  c.best.table.add("what", std::move(c.what));
  c.best.table.add("best", std::move(c.settings));
  c.best.table.add("MAPE: first quartile", std::move(c.q1));
  c.best.table.add("MAPE: median", std::move(c.middle));
  c.best.table.add("MAPE: third quartile", std::move(c.q3));
  c.best.table.add("depth", std::move(c.depth));
  c.best.table.add("latency", std::move(c.latency), "us");
  result.tables.insert(result.tables.begin(),
                       {std::move(c.best), std::move(c.importance), std::move(c.classes), std::move(c.by_fold)});
  return result;
}

/// A table of data/measured/ as the protocol's launches: the twelve features, the kernel as the launch's name.
TutorialRuns measured_runs(const std::filesystem::path& file, const std::string& quantity) {
  const Table table = table::read_table(file);
  const campaign::Measured m = campaign::measured_from(table, quantity);
  std::vector<std::size_t> columns;
  for (const std::string& name : campaign::braun_inputs())
    columns.push_back(static_cast<std::size_t>(std::ranges::find(m.samples.names(), name) - m.samples.names().begin()));
  std::string name = file.stem().string();
  name.resize(name.rfind('-'));
  TutorialRuns runs{name, quantity, {file.string()}, {}, m.samples.select_features(columns), m.values};
  runs.launches.add("name", m.kernels);
  return runs;
}

/// Every recipe of retrain, by what is left out.
ResultTable recipes_table(const campaign::Retrained& retrained, const std::string& name) {
  ResultTable result{fmt::format("recipes-{}-{}", retrained.target, name),
                     fmt::format("{} on the {}: median error and MAPE in % over {} launches of {} kernels, by what is "
                                 "left out; kept: {}",
                                 retrained.target, name, retrained.rows, retrained.kernels, retrained.chosen),
                     {},
                     true};
  Texts recipes;
  for (const validate::MethodResult& method : retrained.evaluation.schemes.front().methods)
    recipes.push_back(method.name);
  result.table.add("recipe", std::move(recipes));
  for (const validate::SchemeResult& scheme : retrained.evaluation.schemes) {
    Numbers medians, mapes;
    for (const validate::MethodResult& method : scheme.methods) {
      medians.push_back(100 * method.errors->median);
      mapes.push_back(100 * method.errors->mape);
    }
    result.table.add(scheme.name + ": median", std::move(medians));
    result.table.add(scheme.name + ": MAPE", std::move(mapes));
  }
  return result;
}

void add_recipes(Reproduction& result, const TutorialRuns& runs, const Options& options) {
  const Table table = table::read_table(runs.files.front());
  const campaign::Retrained retrained = campaign::retrain(
      table, runs.quantity, "",
      {.iterations = 0, .date = {}, .device_kind = {}, .threads = options.threads, .progress = options.progress});
  result.tables.push_back(recipes_table(retrained, runs.gpu));
  for (const validate::SchemeResult& scheme : retrained.evaluation.schemes) {
    if (!scheme.name.starts_with("by kernel")) continue;
    double best = 1e300;
    for (const validate::MethodResult& method : scheme.methods) best = std::min(best, method.errors->median);
    const bool time = runs.quantity == "time";
    result.scores.push_back(
        {fmt::format("braun-kernel-{}-{}", runs.quantity, runs.gpu),
         fmt::format("{}, {}: median error, kernels left out, the recipe kept", runs.gpu, runs.quantity), "%",
         100 * best, published(fmt::format("braun2020.{}.suite_left_out", runs.quantity)), time ? 20.0 : 6.0,
         Better::lower, "other: the paper's figure for a suite left out"});
  }
}

}  // namespace

Reproduction protocol(const Options& options) {
  std::vector<TutorialRuns> all;
  for (const char* quantity : {"time", "power"})
    for (const char* gpu : {"T4", "K80"}) all.push_back(read_tutorial(options, gpu, quantity));
  Reproduction result = protocol_on(all, options);
  result.notes = {
      fmt::format(
          "nested cross-validation: {} iterations of {} folds (the paper: 30), split by duration, the five longest "
          "always learnt from, settings chosen and scored on the same folds as the authors do",
          iterations_for(all.front()), folds),
      "the tables of the five GPUs of the paper are not public: these are the 43 launches of its tutorial on two "
      "others",
      "the trees of 43 launches are shallower than the paper's 31 to 35"};
  return result;
}

Reproduction own_protocol(const Options& options) {
  std::vector<TutorialRuns> all;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(shipped_file("measured")))
    if (entry.path().extension() == ".csv") files.push_back(entry.path());
  std::ranges::sort(files);
  for (const std::filesystem::path& file : files)
    all.push_back(measured_runs(file, file.stem().string().ends_with("-power") ? "power" : "time"));
  if (all.empty()) throw Unavailable("data/measured has no table");
  Reproduction result = protocol_on(all, options);
  for (const TutorialRuns& runs : all) add_recipes(result, runs, options);
  result.notes = {
      fmt::format("nested cross-validation: {} iterations of {} folds (the paper: 30); of more than {} launches "
                  "twentieths are left out where the paper leaves out one",
                  iterations_for(all.front()), folds, few),
      "no GPU was there to be measured: data/measured/README.md lists these devices"};
  return result;
}

}  // namespace forewarp::papers
