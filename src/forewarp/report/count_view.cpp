// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/count_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "forewarp/report/text.hpp"

namespace forewarp::report {

namespace {

using count::KernelCounts;
using symbolic::PwQPolynomial;

/// The polynomial alone where there is one piece; all pieces with their conditions else.
std::string formula(const PwQPolynomial& p) {
  if (p.pieces().empty()) return "0";
  if (p.pieces().size() == 1) return symbolic::to_text(p.symbols(), p.pieces()[0].value);
  return p.str();
}

std::string shown(const PwQPolynomial& p, const CountSizes& sizes) {
  return sizes.empty() ? formula(p) : p.evaluate(sizes).str();
}

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
std::string strides_text(const std::map<Key, PwQPolynomial>& strides, const CountSizes& sizes) {
  std::vector<std::string> parts;
  for (const auto& [axis, stride] : strides) parts.push_back(fmt::format("{}:{}", axis, shown(stride, sizes)));
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

std::string strides_text(const std::optional<std::map<int, PwQPolynomial>>& strides, const CountSizes& sizes) {
  return strides ? strides_text(*strides, sizes) : "?";
}

/// The ratio; where the division does not come out, its value at the sizes or two formulas.
std::string ratio_text(const count::MemoryAccess& row, const CountSizes& sizes) {
  if (row.access_ratio) return shown(*row.access_ratio, sizes);
  if (!row.footprint) return "?";
  if (row.footprint->pieces().size() > 1) return "accesses / elements";
  return fmt::format("accesses / ({})", shown(*row.footprint, sizes));
}

bool differs(const PwQPolynomial& a, const PwQPolynomial& b) { return a.str() != b.str(); }

std::string guarded_text(const PwQPolynomial& executions, const PwQPolynomial& guarded, const CountSizes& sizes) {
  return differs(executions, guarded) ? shown(guarded, sizes) : "=";
}

std::string operations_text(const KernelCounts& counts, const CountSizes& sizes) {
  TextTable table({"operation", "per", "count", "executions", "guarded"}, {Align::left});
  for (const auto& row : counts.operations)
    table.row({name_of(row), std::string(per(row.granularity)), shown(row.count, sizes), shown(row.executions, sizes),
               guarded_text(row.executions, row.guarded, sizes)});
  return table.empty() ? "no operations\n" : table.str();
}

std::string accesses_text(const KernelCounts& counts, const CountSizes& sizes) {
  TextTable table(
      {"access", "per", "count", "local strides", "group strides", "loop strides", "AFR", "executions", "guarded"},
      {Align::left});
  for (const auto& row : counts.accesses)
    table.row({name_of(row), std::string(per(row.granularity)), shown(row.count, sizes),
               strides_text(row.local_strides, sizes), strides_text(row.group_strides, sizes),
               strides_text(row.loop_strides, sizes), ratio_text(row, sizes), shown(row.executions, sizes),
               guarded_text(row.executions, row.guarded, sizes)});
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
  std::string text =
      fmt::format("{}, sizes {}; groups {} of {} work-items; barriers a work-item {}\n", counts.kernel,
                  counts.parameters.empty() ? "none" : fmt::format("{}", fmt::join(counts.parameters, ", ")),
                  shown(counts.groups, sizes), shown(counts.group_size, sizes), shown(counts.local_barriers, sizes));
  if (!sizes.empty()) {
    std::vector<std::string> at;
    for (const auto& [name, value] : sizes) at.push_back(fmt::format("{} = {}", name, value));
    text += fmt::format("at {}\n", fmt::join(at, ", "));
  }
  text += operations_text(counts, sizes) + accesses_text(counts, sizes);
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
