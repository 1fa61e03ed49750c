// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/of_records.hpp"
#include "papers/amaris2022_analytical/transfer.hpp"

namespace forewarp::papers::amaris2022_analytical {
namespace {

constexpr std::size_t tested_kernels = matrix_vector_kernels + rodinia_kernels;
constexpr Model printed{.extended = false}, ours{};

/// A column of a table: one figure for each kernel.
template <typename Figure>
Table::Numbers by_kernel(const Figure& figure) {
  Table::Numbers column;
  for (std::size_t k = 0; k < tested_kernels; ++k) column.push_back(figure(kernels()[k].id));
  return column;
}

Table::Texts kernel_names() {
  Table::Texts names;
  for (std::size_t k = 0; k < tested_kernels; ++k) names.emplace_back(kernels()[k].name);
  return names;
}

double mean_on(const std::vector<Forecast>& all, Id id, std::size_t gpu) {
  std::vector<double> errors;
  for (const Forecast& f : all)
    if (f.run->launch.id == id && f.run->gpu == gpu && !f.training_run) errors.push_back(100 * f.error);
  return errors.empty() ? std::numeric_limits<double>::quiet_NaN() : mean(errors);
}

const char* name_of(double quantile) {
  return quantile == 0.5 ? "middle" : quantile < 0.5 ? "first quarter" : quantile < 1 ? "third quarter" : "largest";
}

struct Left {
  Without without;
  const char* what;
};
constexpr Left parts[] = {{Without::nothing, "nothing"},
                          {Without::waves, "whole waves, and blocks to fill an SM"},
                          {Without::waiting, "waiting for memory"},
                          {Without::memory, "memory bandwidth"},
                          {Without::fp64, "double-precision units"},
                          {Without::camping, "camping on a partition"},
                          {Without::boost, "the clock that rises"},
                          {Without::ecc, "what ECC costs"},
                          {Without::launch, "launch overhead"}};

}  // namespace

ResultTable claim_table(const Study& study) {
  const Training one = median_boards(study.gpus), own{.gpu = {}, .own_board = true};
  const auto printed_own = forecasts(study, printed, own), printed_one = forecasts(study, printed, one),
             ours_own = forecasts(study, ours, own), ours_one = forecasts(study, ours, one);
  const auto mean_over = [](const std::vector<Forecast>& all, Tested tested) {
    return by_kernel([&](Id id) { return mean(errors_of(all, tested, id)); });
  };
  const auto at = [&](double q) {
    return by_kernel([&](Id id) { return quantile(errors_of(ours_one, Tested::other_boards, id), q); });
  };
  Table table;
  table.add("kernel", kernel_names());
  table.add("Eq. 3, lambda a board %", mean_over(printed_own, Tested::all_but_the_run));
  table.add("ours, lambda a board %", mean_over(ours_own, Tested::all_but_the_run));
  table.add("Eq. 3, one lambda %", mean_over(printed_one, Tested::other_boards));
  table.add("ours, one lambda %", mean_over(ours_one, Tested::other_boards));
  table.add("ours, median %", at(0.5));
  table.add("ours, 90 % below", at(0.9));
  table.add("ours, largest %", at(1));
  return {
      "claim",
      fmt::format("One lambda a kernel and architecture, learnt on {} and {} at the middle size, on the other boards; "
                  "beside it the paper's test, a lambda a board",
                  study.gpus[one.gpu[0]].name, study.gpus[one.gpu[1]].name),
      std::move(table)};
}

ResultTable boards_table(const Study& study) {
  const auto all = forecasts(study, ours, median_boards(study.gpus));
  Table table;
  table.add("kernel", kernel_names());
  for (std::size_t g = 0; g < study.gpus.size(); ++g)
    if (study.gpus[g].architecture != Architecture::pascal)
      table.add(study.gpus[g].name, by_kernel([&](Id id) { return mean_on(all, id, g); }));
  return {"boards", "Ours with that lambda: mean error % on each board (on the training boards: at their other sizes)",
          std::move(table)};
}

ResultTable trainings_table(const Study& study) {
  struct Row {
    std::string kepler, maxwell, size;
    Means ours, eq3;
    std::vector<double> errors;
  };
  std::vector<Row> rows;
  for (std::size_t a = 0; a < study.gpus.size(); ++a)
    for (std::size_t b = 0; b < study.gpus.size(); ++b)
      for (const double q : {0.25, 0.5, 0.75, 1.0}) {
        if (study.gpus[a].architecture != Architecture::kepler || study.gpus[b].architecture != Architecture::maxwell)
          continue;
        const Training training{.gpu = {a, b}, .quantile = q};
        const auto all = forecasts(study, ours, training), eq3 = forecasts(study, printed, training);
        rows.push_back({.kepler = study.gpus[a].name,
                        .maxwell = study.gpus[b].name,
                        .size = name_of(q),
                        .ours = means_of(all, Tested::other_boards),
                        .eq3 = means_of(eq3, Tested::other_boards),
                        .errors = errors_of(all, Tested::other_boards)});
      }
  return {"trainings", "How much hangs on the board and size that lambda is learnt from: errors on the other boards",
          table::of_records(rows, {{"Kepler", &Row::kepler},
                                   {"Maxwell", &Row::maxwell},
                                   {"size", &Row::size},
                                   {"nine %", [](const Row& row) { return row.ours.matrix_vector; }},
                                   {"four %", [](const Row& row) { return row.ours.rodinia; }},
                                   {"Eq. 3 nine %", [](const Row& row) { return row.eq3.matrix_vector; }},
                                   {"Eq. 3 four %", [](const Row& row) { return row.eq3.rodinia; }},
                                   {"median %", [](const Row& row) { return quantile(row.errors, 0.5); }},
                                   {"90 % below", [](const Row& row) { return quantile(row.errors, 0.9); }},
                                   {"largest %", [](const Row& row) { return quantile(row.errors, 1); }}})};
}

ResultTable without_table(const Study& study) {
  struct Row {
    std::string what;
    Means others, every;
  };
  std::vector<Row> rows;
  for (const Left& part : parts) {
    const auto all = forecasts(study, {.without = part.without}, median_boards(study.gpus));
    rows.push_back({part.what, means_of(all, Tested::other_boards), means_of(all, Tested::all_but_the_run)});
  }
  return {"without", "What each part of the extended model is good for: mean errors when it is left out",
          table::of_records(rows, {{"left out", &Row::what},
                                   {"nine, other boards %", [](const Row& row) { return row.others.matrix_vector; }},
                                   {"four, other boards %", [](const Row& row) { return row.others.rodinia; }},
                                   {"nine, all but the run %", [](const Row& row) { return row.every.matrix_vector; }},
                                   {"four, all but the run %", [](const Row& row) { return row.every.rodinia; }}})};
}

ResultTable gaussian_table(const Study& study) {
  struct Row {
    std::string kernel, board;
    double committed, eq3, extended;
  };
  std::vector<Row> errors;
  for (const Id id : {Id::gau1, Id::gau2})
    for (std::size_t g = 0; g < study.gpus.size(); ++g) {
      const std::vector<Committed> rows = of(study.committed, id, g);
      if (rows.empty()) continue;
      const Committed& taught = rows[rows.size() / 2];
      const Gpu& gpu = study.gpus[g];
      const double by_eq3 = model::bsp::lambda_of(scripts_kernel(taught.launch), gpu.scripts, taught.measured_s),
                   by_ours = model::bsp::extended_lambda(work_of(taught.launch, gpu), gpu.board, taught.measured_s);
      std::vector<double> measured, c, e, o;
      for (const Committed& row : rows) {
        measured.push_back(row.measured_s);
        c.push_back(row.predicted_s);
        e.push_back(scripts_time_s(study, g, row.launch) / by_eq3);
        o.push_back(model::bsp::extended_time_s(work_of(row.launch, gpu), gpu.board, by_ours));
      }
      const auto percent = [&](const std::vector<double>& predicted) {
        return 100 * mean(relative_errors(predicted, measured));
      };
      errors.push_back({kernels()[static_cast<std::size_t>(id)].name, gpu.name, percent(c), percent(e), percent(o)});
    }
  return {
      "gaussian",
      "GAU: mean error of the committed predictions, of Eq. 3 and of ours with lambda of the middle one of the steps",
      table::of_records(errors, {{"kernel", &Row::kernel},
                                 {"board", &Row::board},
                                 {"committed %", &Row::committed},
                                 {"Eq. 3, middle step %", &Row::eq3},
                                 {"ours, middle step %", &Row::extended}})};
}

}  // namespace forewarp::papers::amaris2022_analytical
