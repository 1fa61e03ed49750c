// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"
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

struct LambdaColumns {
  Table::Texts gpus, names;
  Table::Numbers printed, committed, ours, by_printed_counts, ratio;

  void add(const Study& study, std::size_t gpu, const Name& kernel, const Table& table) {
    const Lambdas lambdas = measured_lambdas(study, kernel.id, gpu);
    gpus.push_back(study.gpus[gpu].name);
    names.emplace_back(kernel.name);
    printed.push_back(cell(table, "gpu", study.gpus[gpu].name, kernel.printed));
    committed.push_back(committed_lambda(study, kernel.id, gpu));
    ours.push_back(lambdas.scripts_counts);
    by_printed_counts.push_back(lambdas.printed_counts);
    ratio.push_back(cell(table, "gpu", study.gpus[gpu].name, meant_column(kernel)) / ours.back());
  }
};

}  // namespace

ResultTable table11(const Study& study, const std::vector<Again>& again, const std::filesystem::path& printed_file,
                    const std::filesystem::path& lambda_file) {
  const Table printed = table::read_csv(printed_file), lambdas = table::read_csv(lambda_file);
  Table::Texts names;
  Table::Numbers committed, deviation, ours, difference, with_table5, print, print_deviation;
  for (const Again& row : again) {
    const Name& kernel = kernels()[static_cast<std::size_t>(row.id)];
    if (static_cast<std::size_t>(row.id) >= matrix_vector_kernels) continue;
    names.emplace_back(kernel.name);
    committed.push_back(row.committed_mape);
    deviation.push_back(row.deviation);
    ours.push_back(row.mape);
    difference.push_back(100 * row.largest_difference);
    with_table5.push_back(mape_with_printed_lambdas(study, lambdas, kernel));
    print.push_back(cell(printed, "kernel", kernel.name, "am_mape_percent"));
    print_deviation.push_back(cell(printed, "kernel", kernel.name, "am_deviation_percent"));
  }
  Table table;
  table.add("kernel", names);
  table.add("printed %", print);
  table.add("printed sd", print_deviation);
  table.add("committed %", committed);
  table.add("committed sd", deviation);
  table.add("again %", ours);
  table.add("largest difference %", difference);
  table.add("with Table 5's lambdas %", with_table5);
  return {"table11",
          "Table 11, analytical model: mean error over K40, K20, Titan, GTX-970, GTX-980; printed, of the committed "
          "predictions, and of the equations computed again",
          std::move(table)};
}

ResultTable table12(const Study&, const std::vector<Again>& again, const std::filesystem::path& printed_file) {
  const Table printed = table::read_csv(printed_file);
  Table::Texts names;
  Table::Numbers committed, deviation, ours, difference, own, print, print_deviation;
  for (const Again& row : again) {
    if (static_cast<std::size_t>(row.id) < matrix_vector_kernels) continue;
    const Name& kernel = kernels()[static_cast<std::size_t>(row.id)];
    names.emplace_back(kernel.name);
    committed.push_back(row.committed_mape);
    deviation.push_back(row.deviation);
    ours.push_back(row.mape);
    difference.push_back(100 * row.largest_difference);
    own.push_back(row.true_mape);
    print.push_back(cell(printed, "kernel", kernel.name, "am_mape_percent"));
    print_deviation.push_back(cell(printed, "kernel", kernel.name, "am_deviation_percent"));
  }
  Table table;
  table.add("kernel", names);
  table.add("printed %", print);
  table.add("printed sd", print_deviation);
  table.add("committed %", committed);
  table.add("committed sd", deviation);
  table.add("again %", ours);
  table.add("largest difference %", difference);
  table.add("against its own times %", own);
  return {"table12",
          "Table 12, analytical model: mean error over K20, K40, Titan, GTX-980, P100; BCK-K2's committed measurements "
          "are BCK-K1's, so its error against its own times stands last",
          std::move(table)};
}

ResultTable lambda_table(const Study& study, bool rodinia, const std::filesystem::path& printed_file) {
  const Table printed = table::read_csv(printed_file);
  LambdaColumns c;
  for (std::size_t k = 0; k < kernels().size(); ++k)
    for (std::size_t g = 0; g < study.gpus.size(); ++g)
      if ((k >= matrix_vector_kernels) == rodinia && (rodinia || study.gpus[g].architecture != Architecture::pascal))
        c.add(study, g, kernels()[k], printed);
  Table table;
  table.add("kernel", c.names);
  table.add("board", c.gpus);
  table.add("printed", c.printed);
  table.add("committed", c.committed);
  table.add("ours", c.ours);
  table.add(rodinia ? "by Table 6's counts" : "by Table 4's counts", c.by_printed_counts);
  table.add("printed / ours", c.ratio);
  return {rodinia ? "table7" : "table5",
          rodinia
              ? "Table 7: lambda printed, behind the committed predictions, and of one measured run (middle size) by "
                "the scripts' counts and by Table 6's"
              : "Table 5: lambda printed, behind the committed predictions, and of one measured run (middle size) by "
                "the scripts' counts and by Table 4's; the last column has vAdd's and dotP's changed back",
          std::move(table)};
}

ResultTable predictions_table(const Study& study) {
  Table::Texts names, gpus;
  Table::Numbers size, measured, committed, again;
  for (const Committed& row : study.committed) {
    names.emplace_back(kernels()[static_cast<std::size_t>(row.launch.id)].name);
    gpus.push_back(study.gpus[row.gpu].name);
    size.push_back(row.launch.size);
    measured.push_back(row.measured_s);
    committed.push_back(row.predicted_s);
    again.push_back(scripts_time_s(study, row.gpu, row.launch) / committed_lambda(study, row.launch.id, row.gpu));
  }
  Table table;
  table.add("kernel", names);
  table.add("board", gpus);
  table.add("size", size);
  table.add("measured s", measured);
  table.add("committed s", committed);
  table.add("again s", again);
  return {"predictions", "Measured and predicted seconds, as committed and computed again", std::move(table), false};
}

}  // namespace forewarp::papers::amaris2022_analytical
