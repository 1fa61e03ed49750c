// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/model/feature/flux.hpp"
#include "forewarp/report/table_view.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/expression.hpp"
#include "forewarp/support/table/file.hpp"
#include "forewarp/support/table/flux.hpp"
#include "forewarp/support/table/group.hpp"
#include "forewarp/support/table/join.hpp"
#include "forewarp/support/table/json_lines.hpp"
#include "forewarp/support/table/mangrove.hpp"
#include "forewarp/support/table/rows.hpp"
#include "forewarp/support/table/sqlite.hpp"

namespace forewarp::tool {
namespace {

using Names = std::vector<std::string>;

struct TableOptions {
  std::string file, table, query, join, how = "inner", suffix, where, by = "median", out, out_table;
  Names append, on, with, pivot, keys, group, identical, per, columns, drop;
  std::size_t cap = 0, head = 0;
  std::uint64_t seed = 0;
  bool list = false, mangrove = false, flux = false, features = false, csv = false, jsonl = false;
};

Table read_one(const TableOptions& options, const std::string& file) {
  if (options.flux) return table::read_flux(file);
  return options.mangrove ? table::read_mangrove(file) : table::read_table(file);
}

Table read(const TableOptions& options) {
  Table all = !options.query.empty()  ? table::query_sqlite(options.file, options.query)
              : options.table.empty() ? read_one(options, options.file)
                                      : table::read_table(options.file, options.table);
  for (const std::string& file : options.append) all = table::append(all, read_one(options, file));
  return all;
}

/// Of CUDA Flux's files: a "time" of their own is that of the instrumented run.
Table without_measured(const TableOptions& options, const Table& left, const Table& right) {
  Table kept = table::without_measured(left, right, options.on);
  Names dropped;
  for (const Table::Column& column : left.columns())
    if (!kept.has(column.name)) dropped.push_back(column.name);
  if (!dropped.empty())
    fmt::print(stderr, "note: both files have {}: taken from {} (--suffix TEXT keeps both)\n", fmt::join(dropped, ", "),
               options.join);
  return kept;
}

Table joined(const TableOptions& options, const Table& left) {
  if (options.join.empty()) return left;
  const table::JoinKind kind = options.how == "left" ? table::JoinKind::left : table::JoinKind::inner;
  const Table right = read_one(options, options.join);
  const Table features = options.mangrove && options.suffix.empty() ? without_measured(options, left, right) : left;
  Table all = table::join(features, right, options.on, {.kind = kind, .right_suffix = options.suffix});
  if (all.rows() > left.rows())
    fmt::print(stderr, "note: {} rows became {}: several rows of {} agree in {} (--group makes one of them)\n",
               left.rows(), all.rows(), options.join, fmt::join(options.on, ","));
  return all;
}

/// In the order in which --help lists them.
Table transformed(const TableOptions& options, Table t) {
  if (options.features) t = feature::with_flux_features(t);
  for (const std::string& definition : options.with) t = table::with_column(std::move(t), definition);
  if (!options.where.empty()) t = table::filter(t, options.where);
  if (!options.pivot.empty()) {
    if (options.pivot.size() != 2)
      throw InputError("--pivot needs two columns: the one of names and the one of values");
    t = table::pivot(t, {.keys = options.keys, .name_column = options.pivot[0], .value_column = options.pivot[1]});
  }
  const table::Aggregate how = table::aggregate_called(options.by);
  if (!options.drop.empty()) t = table::drop_columns(t, options.drop);
  if (!options.identical.empty()) t = table::merge_identical(t, options.identical, how);
  if (!options.group.empty()) t = table::merge(t, options.group, how, "rows");
  if (options.cap > 0) t = table::cap(t, options.per, options.cap, options.seed);
  if (!options.columns.empty()) t = table::select_columns(t, options.columns);
  return t;
}

void show(const TableOptions& options, const Table& t) {
  if (!options.out.empty()) {
    table::write_table(t, options.out, options.out_table);
    fmt::print(stderr, "wrote {}: {} rows, {} columns\n", options.out, t.rows(), t.columns().size());
  } else if (options.csv || options.jsonl) {
    fmt::print("{}", options.csv ? table::csv_text(t) : table::json_lines_text(t));
  } else {
    fmt::print("{}", options.head > 0 ? report::table_head(t, options.head) : report::table_summary(t));
  }
}

void run(const TableOptions& options) {
  if (options.list) {
    for (const std::string& name : table::sqlite_tables(options.file)) fmt::print("{}\n", name);
    return;
  }
  show(options, transformed(options, joined(options, read(options))));
}

void add_transformations(const Command& command, TableOptions& options) {
  const Option join = command.add_option("--join", options.join);
  const Option on = command.add_option("--on", options.on).delimiter(',').needs(join);
  join.needs(on);
  command.add_option("--how", options.how).needs(join).one_of({"inner", "left"});
  command.add_option("--suffix", options.suffix).needs(join);
  command.add_option("--with", options.with);
  command.add_option("--where", options.where);
  const Option pivot = command.add_option("--pivot", options.pivot).delimiter(',');
  command.add_option("--keys", options.keys).delimiter(',').needs(pivot);
  command.add_option("--drop", options.drop).delimiter(',');
  const Option identical = command.add_option("--identical", options.identical).delimiter(',');
  const Option group = command.add_option("--group", options.group).delimiter(',').excludes(identical);
  group.excludes(identical);
  command.add_option("--by", options.by);
  const Option cap = command.add_option("--cap", options.cap);
  const Option per = command.add_option("--per", options.per).delimiter(',').needs(cap);
  cap.needs(per).positive();
  command.add_option("--seed", options.seed);
  command.add_option("--columns", options.columns).delimiter(',');
}

}  // namespace

void add_table_command(CLI::App& app) {
  const auto options = std::make_shared<TableOptions>();
  const Command command = add_documented_command(app, "table", "show, filter, join and convert tables of samples");
  command.add_option("file", options->file).required();
  const Option table = command.add_option("--table", options->table);
  const Option query = command.add_option("--query", options->query).excludes(table);
  const Option mangrove = command.add_flag("--mangrove", options->mangrove).excludes(table).excludes(query);
  command.add_flag("--flux", options->flux).excludes(table).excludes(query).excludes(mangrove);
  command.add_flag("--features", options->features);
  command.add_flag("--list", options->list);
  command.add_option("--append", options->append);
  add_transformations(command, *options);
  const Option out = command.add_option("--out", options->out);
  command.add_option("--out-table", options->out_table).needs(out);
  command.add_option("--head", options->head).positive();
  const Option csv = command.add_flag("--csv", options->csv);
  command.add_flag("--jsonl", options->jsonl).excludes(csv);
  command.callback([options] { run(*options); });
}

}  // namespace forewarp::tool
