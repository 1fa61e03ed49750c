// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/stevens2020/application_tables.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/measure/calibrate/parameter_rates.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/of_records.hpp"
#include "papers/chart_file.hpp"
#include "papers/charts.hpp"
#include "papers/published.hpp"

namespace forewarp::papers::stevens2020 {
namespace {

namespace expression = model::expression;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
/// Measured times that differ by less are not counted in a ranking.
constexpr double told_apart = 0.15;

/// Names of what stands at one size, the fastest first.
std::string order(const std::vector<Told>& told, std::int64_t size, double Told::*time) {
  std::vector<const Told*> here;
  for (const Told& t : told)
    if (t.size == size) here.push_back(&t);
  std::ranges::stable_sort(here, [&](const Told* a, const Told* b) { return a->*time < b->*time; });
  std::vector<std::string> names;
  for (const Told* t : here) names.push_back(t->variant);
  return fmt::format("{}", fmt::join(names, " < "));
}

/// The rate that madds reach: of the data sheet, or the best of the measurement kernels; NaN where none has them.
double peak_flops(const std::vector<calibrate::ParameterRate>& rates) {
  double peak = unknown;
  for (const auto& r : rates)
    if (r.unit == "op/s" && !std::isnan(r.peak) && !(r.peak <= peak)) peak = r.peak;
  return peak;
}

/// 100 (prediction / measured - 1).
std::function<double(const Told&)> error_of(double Told::*prediction) {
  return [prediction](const Told& t) { return 100 * (t.*prediction / t.measured - 1); };
}

std::function<double(const Told&)> milliseconds(double Told::*time) {
  return [time](const Told& t) { return 1e3 * t.*time; };
}

Table times_table(const Result& result, double peak) {
  return table::of_records(result.told,
                           {{"variant", &Told::variant},
                            {result.application.size, &Told::size},
                            {"measured", milliseconds(&Told::measured), "ms"},
                            {"Eq. 7", milliseconds(&Told::linear), "ms"},
                            {"error 7", error_of(&Told::linear), "%"},
                            {"Eq. 8", milliseconds(&Told::overlapping), "ms"},
                            {"error 8", error_of(&Told::overlapping), "%"},
                            {"chosen", milliseconds(&Told::chosen), "ms"},
                            {"error", error_of(&Told::chosen), "%"},
                            {"of peak FLOP/s", [&](const Told& t) { return 100 * t.flops / t.measured / peak; }, "%"}});
}

Table ranking_table(const Result& result) {
  const auto by = [&](double Told::*time) { return [&, time](std::int64_t n) { return order(result.told, n, time); }; };
  return table::of_records(result.application.sizes,
                           {{result.application.size, [](std::int64_t n) { return static_cast<double>(n); }},
                            {"measured, fastest first", by(&Told::measured)},
                            {"Eq. 7", by(&Told::linear)},
                            {"Eq. 8", by(&Told::overlapping)},
                            {"chosen", by(&Told::chosen)}});
}

Table parameter_table(const std::vector<calibrate::ParameterRate>& rates) {
  using calibrate::ParameterRate;
  const auto unit = [](const ParameterRate& r) {
    return r.unit.empty() || !r.peak_is_measured ? r.unit : r.unit + ", peak measured";
  };
  return table::of_records(rates, {{"parameter", &ParameterRate::parameter},
                                   {"seconds", &ParameterRate::seconds},
                                   {"standard error", &ParameterRate::standard_error},
                                   {"per", &ParameterRate::granularity},
                                   {"rate", &ParameterRate::rate},
                                   {"peak", &ParameterRate::peak},
                                   {"unit", unit},
                                   {"odd", &ParameterRate::remark},
                                   {"feature", &ParameterRate::feature}});
}

/// Which generators' kernels have which features.
Table marks_table(const Result& result) {
  const Table& samples = result.samples;
  const auto e = expression::parse(result.model.expression);
  const Table::Texts& groups = samples.texts("group");
  Table::Texts generators;
  for (const std::string& group : groups)
    if (std::ranges::find(generators, group) == generators.end()) generators.push_back(group);
  Table table;
  table.add("feature", Table::Texts(e.features.begin(), e.features.end()));
  for (const std::string& generator : generators) {
    Table::Texts marks;
    for (const std::string& feature : e.features) {
      bool any = false;
      for (std::size_t row = 0; row < samples.rows(); ++row)
        any = any || (groups[row] == generator && samples.numbers(feature)[row] > 0);
      marks.emplace_back(any ? "x" : "");
    }
    table.add(generator, std::move(marks));
  }
  return table;
}

/// A row a measurement kernel at its first size, a column a feature: how often.
Table matrix_table(const Result& result) {
  const Table& samples = result.samples;
  const auto e = expression::parse(result.model.expression);
  std::vector<std::size_t> rows;
  std::set<std::string> seen;
  for (std::size_t row = 0; row < samples.rows(); ++row)
    for (const auto& kernel : result.kernels)
      if (kernel.name == samples.texts("kernel")[row] && seen.insert(kernel.loop_program).second) rows.push_back(row);
  Table::Texts names;
  for (const std::size_t row : rows) names.push_back(samples.texts("kernel")[row]);
  Table table;
  table.add("measurement kernel", names);
  for (const std::string& feature : e.features) {
    Table::Numbers counts;
    for (const std::size_t row : rows) counts.push_back(samples.numbers(feature)[row]);
    table.add(feature, counts);
  }
  return table;
}

/// Section 8.1's first diagnostic, at the size that was measured without arithmetic and local memory.
Table diagnostic_table(const Result& result) {
  std::vector<Told> parted;
  for (const Told& t : result.told)
    if (!std::isnan(t.memory_only)) parted.push_back(t);
  const auto hidden = [](const Told& t) {
    return t.on_chip > 0 ? 100 * expression::hidden_share(t.measured, t.memory_only, t.on_chip) : unknown;
  };
  return table::of_records(parted, {{"variant", &Told::variant},
                                    {"whole", milliseconds(&Told::measured), "ms"},
                                    {"memory alone, measured", milliseconds(&Told::memory_only), "ms"},
                                    {"on chip, predicted", milliseconds(&Told::on_chip), "ms"},
                                    {"hidden", hidden, "%"}});
}

Table form_table(const calibrate::Choice& choice) {
  using calibrate::Candidate;
  return table::of_records(
      choice.candidates,
      {{"form", [](const Candidate& c) { return std::string(calibrate::name_of(c.form)); }},
       {"error on sizes left out", [](const Candidate& c) { return 100 * c.cross_validated; }, "%"},
       {"own error", [](const Candidate& c) { return 100 * c.calibration.mean_error; }, "%"},
       {"residual", [](const Candidate& c) { return c.calibration.residual; }},
       {"", [&](const Candidate& c) { return &c == &choice.candidates[choice.chosen] ? "chosen" : ""; }}});
}

Picture picture_of(const Result& result, const std::string& figure) {
  report::Chart chart = chart_of(fmt::format("{}: lines predicted, dots measured", result.application.title),
                                 result.application.size, "time", {});
  chart.y.unit = report::Unit::seconds;
  for (const Variant& variant : result.application.variants) {
    report::Series line = series_of(variant.name, {}, {}), dots = series_of("", {}, {}, report::Series::Style::points);
    line.group = dots.group = variant.name;
    for (const Told& t : result.told)
      if (t.variant == variant.name) {
        line.marks.push_back({.x = static_cast<double>(t.size), .y = t.chosen});
        dots.marks.push_back({.x = static_cast<double>(t.size), .y = t.measured});
      }
    chart.series.push_back(std::move(line));
    chart.series.push_back(std::move(dots));
  }
  return {figure, chart.title, chart_file(chart)};
}

std::vector<double> absolute_errors(const std::vector<Told>& told, double Told::*prediction) {
  std::vector<double> errors;
  for (const Told& t : told) errors.push_back(100 * std::abs(t.*prediction / t.measured - 1));
  return errors;
}

std::string ours(const std::vector<Told>& told, double Told::*prediction) {
  const std::vector<double> errors = absolute_errors(told, prediction);
  return fmt::format("mean {:.1f} %, median {:.1f} %, largest {:.1f} %", mean(errors), quantile(errors, 0.5),
                     quantile(errors, 1));
}

void add_errors(Reproduction& all, const std::vector<Told>& told, const std::string& id, const std::string& what,
                double printed, double target) {
  const std::vector<std::pair<std::string, double Told::*>> ways{
      {"chosen", &Told::chosen}, {"eq7", &Told::linear}, {"eq8", &Told::overlapping}};
  for (const auto& [name, prediction] : ways)
    all.scores.push_back({.id = fmt::format("{}.{}", id, name),
                          .what = fmt::format("{}, {}: geometric mean of relative error", what,
                                              name == "chosen" ? "the form chosen"
                                              : name == "eq7"  ? "Eq. 7"
                                                               : "Eq. 8"),
                          .unit = "%",
                          .ours = 100 * geometric_mean_error(told, prediction),
                          .other = name == "chosen" ? printed : unknown,
                          .target = target,
                          .note = ours(told, prediction)});
}

}  // namespace

void add_application(Reproduction& all, const Result& result, const run::DeviceInfo& device,
                     const calibrate::Times& times) {
  const std::string& name = result.application.name;
  const std::string figure = name == "matmul" ? "figure7" : name == "dg" ? "figure8" : "figure9";
  calibrate::Programs programs(expression::parse(result.model.expression).features);
  const auto rates = calibrate::parameter_rates(result.choice.calibration(), result.kernels, programs, times, device);
  const auto add = [&](const std::string& id, const std::string& title, Table table, bool brief = true) {
    all.tables.push_back({id, fmt::format("{}: {}", result.application.title, title), std::move(table), brief});
  };
  add(figure, "predicted and measured", times_table(result, peak_flops(rates)));
  add(figure + "-ranking", "which is faster", ranking_table(result));
  add(name + "-forms", "sum or overlap, decided by the measurement kernels", form_table(result.choice));
  add(name + "-hidden", "work removed (section 8.1)", diagnostic_table(result));
  add(name + "-parameters", "parameters (Table 3)", parameter_table(rates));
  add("figure6-" + name, "which measurement kernels have which features (Figure 6)", marks_table(result));
  add("figure6-" + name + "-counts", "how often each has each (Figure 6)", matrix_table(result), false);
  all.pictures.push_back(picture_of(result, figure));
  add_errors(all, result.told, name, result.application.title, result.application.printed_error, 10);
}

void add_together(Reproduction& all, const std::vector<Result>& results) {
  std::vector<Told> told;
  Ranking right, linear;
  for (const Result& result : results) {
    told.insert(told.end(), result.told.begin(), result.told.end());
    const Ranking r = ranking(result.told, &Told::chosen, told_apart),
                  l = ranking(result.told, &Told::linear, told_apart);
    right.pairs += r.pairs, right.right += r.right;
    linear.pairs += l.pairs, linear.right += l.right;
  }
  add_errors(all, told, "together", "eight variants together", published("stevens2020.together"), 10);
  if (right.pairs > 0)
    all.scores.push_back(
        {.id = "together.ranking",
         .what = fmt::format("pairs of variants more than {:.0f} % apart in the right order", 100 * told_apart),
         .unit = "%",
         .ours = 100.0 * static_cast<double>(right.right) / static_cast<double>(right.pairs),
         .target = 100,
         .better = Better::higher,
         .note = fmt::format("{} of {}; Eq. 7: {}", right.right, right.pairs, linear.right)});
}

void add_patterns(Reproduction& all, const std::vector<Result>& results, const calibrate::Times& times) {
  // By what the two kernels have in common: prefetching and size.
  std::map<std::pair<std::string, std::int64_t>, std::map<std::string, double>> loads;
  for (const auto& kernel : results.front().kernels) {
    if (kernel.group != "gmem_matmul" || !times.seconds.contains(kernel.name)) continue;
    const std::string prefetch = kernel.name.find("prefetch:True") != std::string::npos ? "yes" : "no";
    const std::string array = kernel.name.find("keep:a") != std::string::npos ? "a" : "b";
    loads[{prefetch, kernel.sizes.at("n")}][array] = times.seconds.at(kernel.name);
  }
  Table::Texts prefetch;
  Table::Numbers n, a, b, ratio;
  for (const auto& [key, both] : loads) {
    if (both.size() != 2) continue;
    prefetch.push_back(key.first);
    n.push_back(static_cast<double>(key.second));
    a.push_back(1e3 * both.at("a"));
    b.push_back(1e3 * both.at("b"));
    ratio.push_back(both.at("b") / both.at("a"));
  }
  if (n.empty()) return;
  Table table;
  table.add("prefetching", prefetch);
  table.add("n", n);
  table.add("loads of a", a, "ms");
  table.add("loads of b", b, "ms");
  table.add("b over a", ratio);
  all.tables.push_back({"patterns",
                        "Section 6.1.1: the product's loads of a and of b alone (paper: 4 to 5 apart on a Titan X)",
                        std::move(table), true});
}

}  // namespace forewarp::papers::stevens2020
