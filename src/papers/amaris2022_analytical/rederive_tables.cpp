// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/of_records.hpp"
#include "papers/amaris2022_analytical/rederive.hpp"

namespace forewarp::papers::amaris2022_analytical {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double cell(const Table& table, std::string_view key, std::string_view row, std::string_view column) {
  const auto& keys = table.texts(key);
  const auto found = std::find(keys.begin(), keys.end(), row);
  return found == keys.end() ? none : table.numbers(column)[static_cast<std::size_t>(found - keys.begin())];
}

/// The column of Table 5 or 7 that holds a kernel's lambdas: vAdd's and dotP's are exchanged in print.
std::string meant_column(const Name& kernel) {
  return kernel.id == Id::dotp ? "vAdd" : kernel.id == Id::vadd ? "dProd" : kernel.printed;
}

/// MAPE over the boards of the results with the lambdas of Table 5 as printed, vAdd's and dotP's columns changed back.
double mape_with_printed_lambdas(const Study& study, const Table& lambdas, const Name& kernel) {
  const std::string column = meant_column(kernel);
  std::vector<double> boards;
  for (std::size_t g = 0; g < study.gpus.size(); ++g) {
    const double lambda = cell(lambdas, "gpu", study.gpus[g].name, column);
    std::vector<double> measured, predicted;
    for (const Committed& row : of(study.committed, kernel.id, g)) {
      measured.push_back(row.measured_s);
      predicted.push_back(scripts_time_s(study, g, row.launch) / lambda);
    }
    if (!measured.empty()) boards.push_back(100 * mean(relative_errors(predicted, measured)));
  }
  return mean(boards);
}

/// lambda that the committed predictions were made with, NaN where there are none.
double committed_lambda(const Study& study, Id id, std::size_t gpu) {
  const std::vector<Committed> rows = of(study.committed, id, gpu);
  return rows.empty() ? none : scripts_time_s(study, gpu, rows[0].launch) / rows[0].predicted_s;
}

struct Lambdas {
  double scripts_counts = none, printed_counts = none;
};

Lambdas measured_lambdas(const Study& study, Id id, std::size_t gpu) {
  Run run;
  if (const std::vector<Run> runs = of(study.runs, id, gpu); !runs.empty()) {
    run = middle_run(runs);
  } else if (const std::vector<Committed> rows = of(study.committed, id, gpu); !rows.empty()) {
    const Committed& row = rows[(rows.size() - 1) / 2];
    run = {gpu, row.launch, row.measured_s};
  } else {
    return {};
  }
  const model::bsp::Processor& processor = study.gpus[gpu].scripts;
  return {model::bsp::lambda_of(scripts_kernel(run.launch), processor, run.measured_s),
          model::bsp::lambda_of(printed_kernel(run.launch), processor, run.measured_s)};
}

struct LambdaRow {
  std::string kernel, board;
  double printed, committed, ours, by_printed_counts, ratio;
};

LambdaRow lambda_row(const Study& study, std::size_t gpu, const Name& kernel, const Table& table) {
  const Lambdas lambdas = measured_lambdas(study, kernel.id, gpu);
  const std::string& board = study.gpus[gpu].name;
  return {.kernel = kernel.name,
          .board = board,
          .printed = cell(table, "gpu", board, kernel.printed),
          .committed = committed_lambda(study, kernel.id, gpu),
          .ours = lambdas.scripts_counts,
          .by_printed_counts = lambdas.printed_counts,
          .ratio = cell(table, "gpu", board, meant_column(kernel)) / lambdas.scripts_counts};
}

const Name& name_of(const Again& row) { return kernels()[static_cast<std::size_t>(row.id)]; }

/// The kernels of Table 11 or, with rodinia, of Table 12: printed errors, the committed ones, those computed again, and
/// one more column.
Table errors_table(const std::vector<Again>& again, const std::filesystem::path& printed_file, bool rodinia,
                   const table::RecordColumn<Again>& more) {
  const Table printed = table::read_csv(printed_file);
  std::vector<Again> rows;
  for (const Again& row : again)
    if ((static_cast<std::size_t>(row.id) >= matrix_vector_kernels) == rodinia) rows.push_back(row);
  const auto print = [&](const char* column) {
    return [&printed, column](const Again& row) { return cell(printed, "kernel", name_of(row).name, column); };
  };
  return table::of_records(rows,
                           {{"kernel", [](const Again& row) { return name_of(row).name; }},
                            {"printed %", print("am_mape_percent")},
                            {"printed sd", print("am_deviation_percent")},
                            {"committed %", &Again::committed_mape},
                            {"committed sd", &Again::deviation},
                            {"again %", &Again::mape},
                            {"largest difference %", [](const Again& row) { return 100 * row.largest_difference; }},
                            more});
}

}  // namespace

ResultTable table11(const Study& study, const std::vector<Again>& again, const std::filesystem::path& printed_file,
                    const std::filesystem::path& lambda_file) {
  const Table lambdas = table::read_csv(lambda_file);
  const auto with_table5 = [&](const Again& row) { return mape_with_printed_lambdas(study, lambdas, name_of(row)); };
  return {"table11",
          "Table 11, analytical model: mean error over K40, K20, Titan, GTX-970, GTX-980; printed, of the committed "
          "predictions, and of the equations computed again",
          errors_table(again, printed_file, false, {"with Table 5's lambdas %", with_table5})};
}

ResultTable table12(const Study&, const std::vector<Again>& again, const std::filesystem::path& printed_file) {
  return {"table12",
          "Table 12, analytical model: mean error over K20, K40, Titan, GTX-980, P100; BCK-K2's committed measurements "
          "are BCK-K1's, so its error against its own times stands last",
          errors_table(again, printed_file, true, {"against its own times %", &Again::true_mape})};
}

ResultTable lambda_table(const Study& study, bool rodinia, const std::filesystem::path& printed_file) {
  const Table printed = table::read_csv(printed_file);
  std::vector<LambdaRow> rows;
  for (std::size_t k = 0; k < kernels().size(); ++k)
    for (std::size_t g = 0; g < study.gpus.size(); ++g)
      if ((k >= matrix_vector_kernels) == rodinia && (rodinia || study.gpus[g].architecture != Architecture::pascal))
        rows.push_back(lambda_row(study, g, kernels()[k], printed));
  Table table =
      table::of_records(rows, {{"kernel", &LambdaRow::kernel},
                               {"board", &LambdaRow::board},
                               {"printed", &LambdaRow::printed},
                               {"committed", &LambdaRow::committed},
                               {"ours", &LambdaRow::ours},
                               {rodinia ? "by Table 6's counts" : "by Table 4's counts", &LambdaRow::by_printed_counts},
                               {"printed / ours", &LambdaRow::ratio}});
  return {rodinia ? "table7" : "table5",
          rodinia
              ? "Table 7: lambda printed, behind the committed predictions, and of one measured run (middle size) by "
                "the scripts' counts and by Table 6's"
              : "Table 5: lambda printed, behind the committed predictions, and of one measured run (middle size) by "
                "the scripts' counts and by Table 4's; the last column has vAdd's and dotP's changed back",
          std::move(table)};
}

ResultTable predictions_table(const Study& study) {
  const auto again = [&](const Committed& row) {
    return scripts_time_s(study, row.gpu, row.launch) / committed_lambda(study, row.launch.id, row.gpu);
  };
  const auto name = [](const Committed& row) { return kernels()[static_cast<std::size_t>(row.launch.id)].name; };
  return {"predictions", "Measured and predicted seconds, as committed and computed again",
          table::of_records(study.committed, {{"kernel", name},
                                              {"board", [&](const Committed& row) { return study.gpus[row.gpu].name; }},
                                              {"size", [](const Committed& row) { return row.launch.size; }},
                                              {"measured s", &Committed::measured_s},
                                              {"committed s", &Committed::predicted_s},
                                              {"again s", again}}),
          false};
}

}  // namespace forewarp::papers::amaris2022_analytical
