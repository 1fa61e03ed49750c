// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/learn/pipeline.hpp"
#include "forewarp/learn/selection/selection.hpp"
#include "forewarp/model/feature/time_proxy.hpp"
#include "forewarp/report/selection_view.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/file.hpp"
#include "forewarp/support/table/key_columns.hpp"
#include "forewarp/support/table/rows.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct SelectOptions {
  std::string file, target, linkage = "average", correlation = "spearman", report;
  std::vector<std::string> without, groups;
  double threshold = 0.75, height = -1;
  std::size_t clusters = 10;
  bool keep_leaks = false, csv = false, names = false;
};

/// Every column of numbers that is neither the target nor a key nor left out.
std::vector<learn::Variable> features_of(const SelectOptions& options, const Table& table) {
  std::vector<learn::Variable> features;
  for (const Table::Column& column : table.columns())
    if (column.is_number() && column.name != options.target && !table::is_key_column(column.name) &&
        std::ranges::find(options.without, column.name) == options.without.end())
      features.push_back({.name = column.name, .unit = column.unit});
  return features;
}

learn::SelectionOptions selection_options(const SelectOptions& options, const Table& table) {
  learn::SelectionOptions all;
  all.correlation = options.correlation == "pearson" ? learn::Correlation::pearson : learn::Correlation::spearman;
  all.threshold = options.threshold;
  all.linkage = learn::linkage_called(options.linkage);
  all.clusters = options.clusters;
  if (options.height >= 0) all.height = options.height;
  all.keep_leaks = options.keep_leaks;
  all.leakage.is_time = feature::is_time_proxy;
  if (!options.groups.empty()) all.leakage.groups = table::group_labels(table, options.groups);
  return all;
}

void run(const SelectOptions& options) {
  const Table table = table::read_table(options.file);
  const std::vector<learn::Variable> features = features_of(options, table);
  for (const std::string& name : options.without) static_cast<void>(table.column(name));
  const learn::FeatureSelection selection =
      learn::select_features(learn::samples_from(table, features), learn::target_from(table, options.target),
                             selection_options(options, table));
  if (options.names) {
    fmt::print("{}\n", fmt::join(selection.selected, ","));
  } else if (options.csv) {
    fmt::print("{}", report::selection_csv(selection));
  } else {
    fmt::print("{}", report::selection_text(selection, options.keep_leaks));
  }
  if (!options.report.empty())
    save_report(options.report, "select", report::selection_json(selection, options.keep_leaks));
}

}  // namespace

void add_select_command(CLI::App& app) {
  const auto options = std::make_shared<SelectOptions>();
  const Command command = add_documented_command(app, "select", "select a few features out of many");
  command.add_option("table", options->file).required();
  command.add_option("--target", options->target).required();
  command.add_option("--without", options->without).delimiter(',');
  command.add_option("--group", options->groups).delimiter(',');
  command.add_option("--threshold", options->threshold).in_range(0.0, 1.0);
  command.add_option("--correlation", options->correlation).one_of({"spearman", "pearson"});
  command.add_option("--linkage", options->linkage);
  const Option clusters = command.add_option("--clusters", options->clusters).positive();
  command.add_option("--height", options->height).not_negative().excludes(clusters);
  command.add_flag("--keep-leaks", options->keep_leaks);
  command.add_option("--report", options->report);
  const Option csv = command.add_flag("--csv", options->csv);
  command.add_flag("--names", options->names).excludes(csv);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
