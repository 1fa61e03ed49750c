// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/readings.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/of_records.hpp"

namespace forewarp::papers::hasan2014 {
namespace {

using Numbers = Table::Numbers;
using Texts = Table::Texts;

double figure_of(const device::DeviceSpec& device, const std::string& key) {
  for (const device::Reading& reading : device::readings(device))
    if (reading.key == key) return reading.value;
  return std::numeric_limits<double>::quiet_NaN();  // a launch's own, not a device's
}

Numbers percent_errors(const std::vector<double>& predicted, const std::vector<Cell>& cells) {
  Numbers errors;
  for (std::size_t i = 0; i < cells.size(); ++i) errors.push_back(100 * (predicted[i] / cells[i].time_ms - 1));
  return errors;
}

/// A row of models_table.
struct Line {
  std::string model, fitted_to, tested_on;
  double constants;
  Errors errors;
};

Table table_of(const std::vector<Line>& lines) {
  return table::of_records(lines, {{"model", &Line::model},
                                   {"constants", &Line::constants},
                                   {"fitted to", &Line::fitted_to},
                                   {"tested on", &Line::tested_on},
                                   {"mean error %", [](const Line& line) { return 100 * line.errors.mean; }},
                                   {"largest error %", [](const Line& line) { return 100 * line.errors.largest; }}});
}

double constants_in(const Variant& variant) { return variant.choice.fit_spread ? 4 : 3; }

}  // namespace

Study study_of(const device::DeviceSpec& device, std::vector<Cell> cells) {
  Study study{.device = device, .cells = std::move(cells), .designs = {}, .of_twelve = {}, .of_all = {}};
  const Sides sides = sides_of(study.cells);
  study.designs = designs(sides.blocks, sides.threads);
  study.c = best_c(device, study.cells);
  for (const Variant& variant : variants()) {
    study.of_twelve.push_back(fit_and_test(device, study.cells, study.designs.front().cells, variant.choice));
    study.of_all.push_back(fit_and_test(device, study.cells, all_of(study.cells), variant.choice));
  }
  return study;
}

ResultTable symbols_table(const std::filesystem::path& table1) {
  const Table typed = table::read_csv(table1);
  const Texts& keys = typed.texts("name");
  Table table;
  table.add("symbol", typed.texts("symbol"));
  for (const char* name : {"K20", "C1060"}) {
    const device::DeviceSpec device = device::find_device(name);
    Numbers figures;
    for (const std::string& key : keys) figures.push_back(figure_of(device, key));
    table.add(name, figures);
  }
  table.add("definition", typed.texts("definition"));
  return {"table1", "Table 1: the symbols, with the figures of both devices", std::move(table)};
}

ResultTable cells_table(const Study& s) {
  const auto printed = printed_times(s.device, s.cells), larger = larger_times(s.device, s.cells, printed_tau_ms, s.c),
             ours = wave_times(s.device, s.cells, s.used().fit.constants);
  Numbers blocks, threads;
  Texts roles;
  const std::vector<std::size_t>& chosen = s.designs.front().cells;
  for (std::size_t i = 0; i < s.cells.size(); ++i) {
    blocks.push_back(s.cells[i].blocks);
    threads.push_back(s.cells[i].threads);
    roles.emplace_back(std::binary_search(chosen.begin(), chosen.end(), i) ? "fitted" : "tested");
  }
  Table table;
  table.add("blocks", blocks);
  table.add("threads", threads);
  table.add("measured ms", times_of(s.cells));
  table.add("printed ms", printed);
  table.add("printed %", percent_errors(printed, s.cells));
  table.add("larger ms", larger);
  table.add("larger %", percent_errors(larger, s.cells));
  table.add("ours ms", ours);
  table.add("ours %", percent_errors(ours, s.cells));
  table.add("ours was", roles);
  return {"table2",
          fmt::format("Table 2, K20: measured; Eq. 3 as printed with tau = {} ms; max(xi_rb, {} xi_rw); ours; errors "
                      "against the measured time",
                      printed_tau_ms, s.c),
          std::move(table)};
}

ResultTable models_table(const Study& s) {
  std::vector<Cell> twelve;
  for (const std::size_t i : s.designs.front().cells) twelve.push_back(s.cells[i]);
  const double c_of_twelve = best_c(s.device, twelve);
  std::vector<Line> lines = {{"printed (Eq. 3)", "-", "160", 1, errors_of(printed_times(s.device, s.cells), s.cells)},
                             {"larger of the two", "160", "the same", 2,
                              errors_of(larger_times(s.device, s.cells, printed_tau_ms, s.c), s.cells)},
                             {"larger of the two", "12", "160", 2,
                              errors_of(larger_times(s.device, s.cells, printed_tau_ms, c_of_twelve), s.cells)}};
  for (std::size_t v = 0; v < variants().size(); ++v) {
    const Variant& variant = variants()[v];
    const double constants = constants_in(variant);
    lines.push_back({variant.name, "12", "the other 148", constants, s.of_twelve[v].tested});
    lines.push_back({variant.name, "160", "the same", constants, s.of_all[v].tested});
  }
  return {"models", "errors on Table 2: the printed model, the least that makes it one, and ours part by part",
          table_of(lines)};
}

ResultTable constants_table(const Study& s) {
  Texts models, fitted, messages;
  Numbers values[4], errors[4];
  for (std::size_t v = 0; v < variants().size(); ++v)
    for (const bool all : {false, true}) {
      const auto& summary = (all ? s.of_all : s.of_twelve)[v].fit.summary;
      models.push_back(variants()[v].name);
      fitted.emplace_back(all ? "160" : "12");
      messages.push_back(summary.message);
      for (std::size_t j = 0; j < 4; ++j) {
        const double unit = j == 0 ? 1e3 : 1;  // tau in ms
        values[j].push_back(summary.estimates[j].value * unit);
        errors[j].push_back(summary.estimates[j].standard_error * unit);
      }
    }
  Table table;
  table.add("model", models);
  table.add("fitted to", fitted);
  const char* names[] = {"tau ms", "w_s warps", "p", "k"};
  for (std::size_t j = 0; j < 4; ++j) {
    table.add(names[j], values[j]);
    table.add(fmt::format("+- {}", std::string_view(names[j]).substr(0, std::string_view(names[j]).find(' '))),
              errors[j]);
  }
  table.add("fit", messages);
  return {"constants", "the constants with their standard errors", std::move(table)};
}

ResultTable choices_table(const Study& s, const std::vector<Lottery>& lotteries) {
  Texts choices, models;
  Numbers means, largest;
  const auto row = [&](std::string choice, std::size_t v, double mean_error, double largest_error) {
    choices.push_back(std::move(choice));
    models.push_back(variants()[v].name);
    means.push_back(100 * mean_error);
    largest.push_back(100 * largest_error);
  };
  for (const Design& design : s.designs)
    for (std::size_t v = 0; v < variants().size(); ++v) {
      const Errors e = fit_and_test(s.device, s.cells, design.cells, variants()[v].choice).tested;
      row(fmt::format("{}: {}", design.name, design.rule), v, e.mean, e.largest);
    }
  for (const double q : {0.05, 0.5, 0.95, 1.0})
    for (std::size_t v = 0; v < variants().size(); ++v)
      row(fmt::format("random, {:g} % of {} draws are below", 100 * q, lotteries[v].means.size()), v,
          quantile(lotteries[v].means, q), quantile(lotteries[v].largest, q));
  Table table;
  table.add("twelve cells", choices);
  table.add("model", models);
  table.add("mean error %", means);
  table.add("largest error %", largest);
  return {"choices", "how much hangs on which twelve cells are measured (errors on the other 148)", std::move(table)};
}

ResultTable jumps_table(const Study& s) {
  const Sides sides = sides_of(s.cells);
  const std::size_t columns = sides.threads.size();
  const auto printed = printed_times(s.device, s.cells), ours = wave_times(s.device, s.cells, s.used().fit.constants);
  const double per_wave = s.device.sms * s.device.max_blocks;
  struct Row {
    double from, to, threads, measured, printed, ours;
  };
  std::vector<Row> rows;
  for (std::size_t row = 1; row < sides.blocks.size(); ++row) {
    const double before = sides.blocks[row - 1], after = sides.blocks[row];
    if (std::ceil(before / per_wave) == std::ceil(after / per_wave)) continue;
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t i = row * columns + column, j = i - columns;
      rows.push_back({.from = before,
                      .to = after,
                      .threads = sides.threads[column],
                      .measured = s.cells[i].time_ms - s.cells[j].time_ms,
                      .printed = printed[i] - printed[j],
                      .ours = ours[i] - ours[j]});
    }
  }
  return {"jumps", "where the time should jump: from row to row past each multiple of 208 blocks",
          table::of_records(rows, {{"from blocks", &Row::from},
                                   {"to blocks", &Row::to},
                                   {"threads", &Row::threads},
                                   {"measured ms", &Row::measured},
                                   {"printed ms", &Row::printed},
                                   {"ours ms", &Row::ours}})};
}

}  // namespace forewarp::papers::hasan2014
