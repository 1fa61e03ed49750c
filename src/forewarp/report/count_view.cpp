// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/count_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

#include "forewarp/report/text.hpp"

namespace forewarp::report {

namespace {

using count::KernelCounts;
using symbolic::PwQPolynomial;

std::string formula(const PwQPolynomial& p) {
  return p.pieces().empty()                                      ? "0"
         : p.pieces().size() == 1 && p.pieces()[0].where.empty() ? symbolic::to_text(p.symbols(), p.pieces()[0].value)
                                                                 : p.str();
}

/// The content of a cell: a value, a polynomial, or the number of a formula that is too wide for a table.
class Cells {
 public:
  explicit Cells(const CountSizes& sizes) : sizes_(sizes) {}

  std::string operator()(const PwQPolynomial& p) {
    if (!sizes_.empty()) return p.evaluate(sizes_).str();
    std::string text = formula(p);
    if (p.pieces().size() < 2 && text.size() < 60) return text;
    const auto known = std::find(wide_.begin(), wide_.end(), text);
    const auto number = known - wide_.begin() + 1;
    if (known == wide_.end()) wide_.push_back(std::move(text));
    return fmt::format("({})", number);
  }

  /// The formulas that are numbers in the tables.
  [[nodiscard]] std::string below() const {
    std::string text;
    for (std::size_t n = 0; n < wide_.size(); ++n) text += fmt::format("({}) = {}\n", n + 1, wide_[n]);
    return text;
  }

  [[nodiscard]] const CountSizes& sizes() const { return sizes_; }

 private:
  const CountSizes& sizes_;
  std::vector<std::string> wide_;
};

std::string_view per(count::Granularity g) {
  switch (g) {
    case count::Granularity::work_item:
      return "work-item";
    case count::Granularity::sub_group:
      return "sub-group";
    case count::Granularity::work_group:
      return "group";
  }
  return "";
}

std::string name_of(const count::Operation& row) { return fmt::format("{} {}", row.data_type, row.kind); }

std::string name_of(const count::MemoryAccess& row) {
  return fmt::format("{} {} {} {}{}{}", row.space, row.data_type, row.direction, row.array, row.tag.empty() ? "" : "$",
                     row.tag);
}

template <class Key>
std::string strides_text(const std::map<Key, PwQPolynomial>& strides, Cells& shown) {
  std::vector<std::string> parts;
  for (const auto& [axis, stride] : strides) parts.push_back(fmt::format("{}:{}", axis, shown(stride)));
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

std::string strides_text(const std::optional<std::map<int, PwQPolynomial>>& strides, Cells& shown) {
  return strides ? strides_text(*strides, shown) : "?";
}

/// The ratio; where the division does not come out, its value at the sizes or the formula that accesses are divided by.
std::string ratio_text(const KernelCounts& counts, const count::MemoryAccess& row, Cells& shown) {
  if (row.access_ratio) return shown(*row.access_ratio);
  if (!row.footprint) return "?";
  if (shown.sizes().empty()) {
    const std::string touched = shown(*row.footprint);
    return touched.starts_with('(') ? "accesses / " + touched : fmt::format("accesses / ({})", touched);
  }
  const double touched = row.footprint->evaluate(shown.sizes()).value();
  double accesses = 0;
  for (const count::MemoryAccess& other : counts.accesses)
    if (std::tie(other.array, other.space, other.direction) == std::tie(row.array, row.space, row.direction))
      accesses += other.executions.evaluate(shown.sizes()).value();
  return touched > 0 ? fmt::format("{:.4g}", accesses / touched) : "nothing touched";
}

bool differs(const PwQPolynomial& a, const PwQPolynomial& b) { return a.str() != b.str(); }

std::string guarded_text(const PwQPolynomial& executions, const PwQPolynomial& guarded, Cells& shown) {
  return differs(executions, guarded) ? shown(guarded) : "=";
}

std::string operations_text(const KernelCounts& counts, Cells& shown) {
  TextTable table({"operation", "per", "count", "executions", "guarded"}, {Align::left});
  for (const auto& row : counts.operations)
    table.row({name_of(row), std::string(per(row.granularity)), shown(row.count), shown(row.executions),
               guarded_text(row.executions, row.guarded, shown)});
  return table.empty() ? "no operations\n" : table.str();
}

std::string accesses_text(const KernelCounts& counts, Cells& shown) {
  TextTable table(
      {"access", "per", "count", "local strides", "group strides", "loop strides", "AFR", "executions", "guarded"},
      {Align::left});
  for (const auto& row : counts.accesses)
    table.row({name_of(row), std::string(per(row.granularity)), shown(row.count),
               strides_text(row.local_strides, shown), strides_text(row.group_strides, shown),
               strides_text(row.loop_strides, shown), ratio_text(counts, row, shown), shown(row.executions),
               guarded_text(row.executions, row.guarded, shown)});
  return table.empty() ? "no accesses\n" : table.str();
}

template <class Row>
void each_row(const std::vector<Row>& rows, const std::function<void(const std::string&, const PwQPolynomial&)>& use) {
  for (const Row& row : rows) use(fmt::format("{}, per {}", name_of(row), per(row.granularity)), row.count);
}

void each(const KernelCounts& counts, const std::function<void(const std::string&, const PwQPolynomial&)>& use) {
  each_row(counts.operations, use);
  each_row(counts.accesses, use);
  use("barriers a work-item", counts.local_barriers);
  use("groups", counts.groups);
  use("work-items a group", counts.group_size);
}

template <class Key>
nlohmann::json strides_json(const std::map<Key, PwQPolynomial>& strides) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [axis, stride] : strides) json[fmt::format("{}", axis)] = formula(stride);
  return json;
}

nlohmann::json formula_json(const PwQPolynomial& p, const CountSizes& sizes) {
  nlohmann::json json{{"formula", p.str()}, {"short", formula(p)}};
  if (!sizes.empty()) json["value"] = p.evaluate(sizes).value();
  return json;
}

template <class Row>
nlohmann::json row_json(const Row& row, const CountSizes& sizes) {
  return {{"data_type", row.data_type},
          {"per", per(row.granularity)},
          {"count", formula_json(row.count, sizes)},
          {"executions", formula_json(row.executions, sizes)},
          {"guarded", formula_json(row.guarded, sizes)}};
}

nlohmann::json access_json(const count::MemoryAccess& row, const CountSizes& sizes) {
  nlohmann::json json = row_json(row, sizes);
  json.update({{"array", row.array}, {"tag", row.tag}, {"space", row.space}, {"direction", row.direction}});
  json["bytes"] = row.bytes;
  if (row.local_strides) json["local_strides"] = strides_json(*row.local_strides);
  if (row.group_strides) json["group_strides"] = strides_json(*row.group_strides);
  json["loop_strides"] = strides_json(row.loop_strides);
  if (row.footprint) json["footprint"] = formula_json(*row.footprint, sizes);
  if (row.access_ratio) json["afr"] = formula_json(*row.access_ratio, sizes);
  return json;
}

}  // namespace

std::string count_text(const KernelCounts& counts, const CountSizes& sizes) {
  Cells shown(sizes);
  const std::string groups = shown(counts.groups), size = shown(counts.group_size),
                    barriers = shown(counts.local_barriers);  // numbered in this order
  std::string text =
      fmt::format("{}, sizes {}; groups {} of {} work-items; barriers a work-item {}\n", counts.kernel,
                  counts.parameters.empty() ? "none" : fmt::format("{}", fmt::join(counts.parameters, ", ")), groups,
                  size, barriers);
  if (!sizes.empty()) {
    std::vector<std::string> at;
    for (const auto& [name, value] : sizes) at.push_back(fmt::format("{} = {}", name, value));
    text += fmt::format("at {}\n", fmt::join(at, ", "));
  }
  text += operations_text(counts, shown);
  text += accesses_text(counts, shown);
  text += shown.below();
  for (const auto& unknown : counts.unknowns) text += fmt::format("unknown {}: {}\n", unknown.name, unknown.meaning);
  for (const std::string& note : counts.notes) text += fmt::format("note: {}\n", note);
  return text;
}

nlohmann::json count_json(const KernelCounts& counts, const CountSizes& sizes) {
  nlohmann::json json{{"kernel", counts.kernel}, {"parameters", counts.parameters}, {"notes", counts.notes}};
  json["operations"] = json["accesses"] = json["unknowns"] = nlohmann::json::array();
  for (const auto& row : counts.operations) {
    json["operations"].push_back(row_json(row, sizes));
    json["operations"].back()["kind"] = row.kind;
  }
  for (const auto& row : counts.accesses) json["accesses"].push_back(access_json(row, sizes));
  for (const auto& unknown : counts.unknowns)
    json["unknowns"].push_back({{"name", unknown.name}, {"meaning", unknown.meaning}});
  json["barriers"] = formula_json(counts.local_barriers, sizes);
  json["groups"] = formula_json(counts.groups, sizes);
  json["group_size"] = formula_json(counts.group_size, sizes);
  json["sub_group_size"] = counts.sub_group_size;
  return json;
}

nlohmann::json count_sweep_json(const KernelCounts& counts, const CountSizes& sizes) {
  constexpr std::array<std::pair<std::int64_t, std::int64_t>, 7> factors{
      {{1, 8}, {1, 4}, {1, 2}, {1, 1}, {2, 1}, {4, 1}, {8, 1}}};
  nlohmann::json sweeps = nlohmann::json::array();
  for (const auto& [name, value] : sizes) {
    nlohmann::json sweep{{"size", name}, {"values", nlohmann::json::array()}, {"rows", nlohmann::json::array()}};
    std::vector<CountSizes> places;
    for (const auto& [up, down] : factors) {
      if (value % down != 0 || value / down < 1) continue;
      places.push_back(sizes);
      places.back()[name] = value / down * up;
      sweep["values"].push_back(value / down * up);
    }
    each(counts, [&](const std::string& what, const PwQPolynomial& p) {
      nlohmann::json at = nlohmann::json::array();
      for (const CountSizes& place : places) at.push_back(p.evaluate(place).value());
      sweep["rows"].push_back({{"what", what}, {"counts", std::move(at)}});
    });
    if (places.size() > 1) sweeps.push_back(std::move(sweep));
  }
  return sweeps;
}

std::string count_cpp(const KernelCounts& counts) {
  std::string text = "#include <cstdint>\n";
  int number = 0;
  each(counts, [&](const std::string& what, const PwQPolynomial& p) {
    text += fmt::format("\n// {}: {}\n{}", counts.kernel, what, symbolic::to_cpp(p, fmt::format("count_{}", number++)));
  });
  return text;
}

std::string count_latex(const KernelCounts& counts) {
  std::string text;
  each(counts, [&](const std::string& what, const PwQPolynomial& p) {
    std::string escaped;
    for (const char c : what) escaped += (c == '_' || c == '$' ? std::string("\\") : "") + c;
    text += fmt::format("\\[ \\text{{{}}} = {} \\]\n", escaped, symbolic::to_latex(p));
  });
  return text;
}

}  // namespace forewarp::report
