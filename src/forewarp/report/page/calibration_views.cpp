// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What calibrate found: each parameter as a rate, the residual of each measurement kernel, and which kernels determine
/// which parameter.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

std::string remark_of(const Json& parameter) {
  std::string text = parameter.at("remark").get<std::string>();
  if (parameter.at("peak_is_measured").get<bool>())
    text += std::string(text.empty() ? "" : "; ") + "the peak is the best of the measurement kernels";
  return text;
}

PageTable form_table(const Json& forms) {
  PageTable table{.title = "Forms of the expression"};
  table.caption = "The least error on sizes left out is chosen.";
  table.columns = {{"form"}, {"error on sizes left out", Unit::share}, {"own error", Unit::share}, {"chosen"}};
  for (const Json& f : forms)
    table.rows.push_back({value_of(f.at("form")), value_of(f.at("cross_validated")), value_of(f.at("mean_error")),
                          value_of(f.at("chosen"))});
  return table;
}

/// Seconds, but of a parameter that multiplies no feature (the edge of an overlap) a plain number.
Value cost_of(const Json& parameter) {
  if (!parameter.at("feature").get<std::string>().empty()) return value_of(parameter.at("value"));
  return fmt::format("{:.3g}", parameter.at("value").get<double>());
}

PageTable parameter_table(const Json& json) {
  PageTable table{.title = "Parameters"};
  table.caption =
      "What one of a parameter's feature costs, and the rate that this implies beside the peak: the data sheet's, or "
      "the best that was measured.";
  table.columns = {{"parameter"},
                   {"of"},
                   {"seconds a unit", Unit::seconds},
                   {"standard error", Unit::share},
                   {"rate"},
                   {"rate unit"},
                   {"peak"},
                   {"share of the peak", Unit::share},
                   {"remark"}};
  for (const Json& p : json.at("parameters"))
    table.rows.push_back({value_of(p.at("name")), value_of(p.at("feature")), cost_of(p),
                          value_of(p.at("relative_error")), value_of(p.at("rate")), value_of(p.at("rate_unit")),
                          value_of(p.at("peak")), value_of(p.at("share_of_peak")), remark_of(p)});
  return table;
}

Chart peak_chart(const Json& json) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "Parameters as rates against the peak",
              .x = {.label = "share of the peak", .unit = Unit::share},
              .y = {.label = "parameter"}};
  Series series{.name = "share of the peak"};
  for (const Json& p : json.at("parameters"))
    if (p.at("share_of_peak").is_number()) {
      Mark mark{.x = p.at("share_of_peak").get<double>(), .y = p.at("name").get<std::string>()};
      mark.label = fmt::format("{}: {:.3g} of {:.3g} {}", p.at("name").get<std::string>(), p.at("rate").get<double>(),
                               p.at("peak").get<double>(), p.at("rate_unit").get<std::string>());
      series.marks.push_back(std::move(mark));
    }
  chart.series.push_back(std::move(series));
  return chart;
}

Chart fit_chart(const Json& json) {
  Chart chart = comparison_chart("Measured against fitted", {.label = "measured", .unit = Unit::seconds},
                                 {.label = "fitted", .unit = Unit::seconds}, {2});
  chart.caption = "Each measurement kernel; the lines are a factor of two.";
  Series series{.name = "measurement kernels"};
  for (const Json& k : json.at("kernels"))
    series.marks.push_back({.x = k.at("measured_s").get<double>(),
                            .y = k.at("fitted_s").get<double>(),
                            .label = k.at("kernel").get<std::string>()});
  chart.series.push_back(std::move(series));
  return chart;
}

Chart residual_chart(const Json& json) {
  Chart chart{.kind = Chart::Kind::points,
              .title = "Residuals by measurement kernel",
              .caption = "Fitted over measured, less one, in the order of the table below.",
              .x = {.label = "kernel"},
              .y = {.label = "residual", .unit = Unit::share}};
  Series series{.name = "residual"};
  double number = 0;
  for (const Json& k : json.at("kernels"))
    series.marks.push_back(
        {.x = ++number, .y = k.at("residual").get<double>(), .label = k.at("kernel").get<std::string>()});
  chart.series.push_back(std::move(series));
  return chart;
}

PageTable kernel_table(const Json& json) {
  PageTable table{.title = "Measurement kernels"};
  table.columns = {{"kernel"}, {"measured", Unit::seconds}, {"fitted", Unit::seconds}, {"residual", Unit::share, true}};
  for (const Json& k : json.at("kernels"))
    table.rows.push_back({value_of(k.at("kernel")), value_of(k.at("measured_s")), value_of(k.at("fitted_s")),
                          value_of(k.at("residual"))});
  return table;
}

/// d log time / d log parameter: 1 where the kernel's time is all that parameter's.
Chart influence_chart(const Json& json) {
  Chart chart{.kind = Chart::Kind::heat_map,
              .title = "Which kernels determine which parameter",
              .caption =
                  "How much of a kernel's fitted time hangs on a parameter. A parameter whose row is faint everywhere "
                  "is hardly told; two whose rows are alike are not told apart.",
              .x = {.label = "kernel, numbered as above"},
              .y = {.label = "parameter"},
              .value = {.label = "share of the time", .unit = Unit::share}};
  Series series{.name = "influence"};
  const Json& parameters = json.at("parameters");
  double number = 0;
  for (const Json& k : json.at("kernels")) {
    ++number;
    for (std::size_t j = 0; j < parameters.size(); ++j)
      series.marks.push_back({.x = number,
                              .y = parameters.at(j).at("name").get<std::string>(),
                              .value = k.at("influence").at(j).get<double>(),
                              .label = k.at("kernel").get<std::string>()});
  }
  chart.series.push_back(std::move(series));
  return chart;
}

void add_facts(const Json& json, Page& page) {
  page.facts.emplace_back("expression", json.at("expression").get<std::string>());
  for (const char* member : {"device", "driver", "date"})
    if (!json.at(member).get<std::string>().empty())
      page.facts.emplace_back(member, json.at(member).get<std::string>());
  page.facts.emplace_back("measurement kernels",
                          json.at("kernels").empty() ? "0" : std::to_string(json.at("kernels").size()));
  page.facts.emplace_back("error of the fit (geometric mean)",
                          fmt::format("{:.3g} %", 100 * json.at("mean_error").get<double>()));
}

}  // namespace

void add_calibration(const Json& json, Page& page) {
  page.title = "A cost expression, calibrated";
  add_facts(json, page);
  Section section{.title = "What each part costs"};
  const auto known = [](const Json& p) { return p.at("share_of_peak").is_number(); };
  if (std::ranges::any_of(json.at("parameters"), known)) section.blocks.emplace_back(peak_chart(json));
  section.blocks.emplace_back(parameter_table(json));
  if (json.at("forms").size() > 1) section.blocks.emplace_back(form_table(json.at("forms")));
  page.sections.push_back(std::move(section));
  page.sections.push_back({"How well it fits", {fit_chart(json), residual_chart(json), kernel_table(json)}});
  page.sections.push_back({"What the data show", {influence_chart(json)}});
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
}

}  // namespace forewarp::report::views
