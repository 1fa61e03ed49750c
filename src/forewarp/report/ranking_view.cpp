// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/ranking_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/report/agreement_view.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/headline.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/report/ptx_json.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

std::size_t runnable(const rank::Ranking& ranking) {
  return static_cast<std::size_t>(std::count_if(ranking.candidates.begin(), ranking.candidates.end(),
                                                [](const rank::Candidate& c) { return c.prediction.has_value(); }));
}

std::vector<std::string> dimension_names(const rank::RankOptions& options) {
  std::vector<std::string> names;
  for (const rank::Dimension& d : options.space.dimensions) names.push_back(d.name);
  return names;
}

std::string configuration_text(const rank::Candidate& candidate, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "" : " ") + name + "=" + candidate.configuration.at(name);
  return text;
}

std::string shape_text(const launch::Dim3& d) { return fmt::format("{}x{}x{}", d.x, d.y, d.z); }

/// Nothing where it was not measured.
std::optional<double> measured_of(const rank::Candidate& candidate, const rank::MeasuredTimes& measured_s) {
  const auto found = measured_s.find(candidate.configuration);
  return found == measured_s.end() ? std::nullopt : std::optional(found->second);
}

/// The first `rows` of a group, counted from 1 within it.
std::string fastest_table(const rank::Ranking& ranking, const std::vector<std::string>& names,
                          const rank::WorkGroup& group, std::size_t rows, const rank::MeasuredTimes& measured_s) {
  std::vector<std::string> header{"rank"};
  header.insert(header.end(), names.begin(), names.end());
  for (const char* title : {"grid", "block", "time", "low", "high", "limiter", "occupancy", "waves"})
    header.emplace_back(title);
  if (!measured_s.empty()) header.emplace_back("measured");
  TextTable table(std::move(header), {Align::right});
  for (std::size_t i = 0; i < rows; ++i) {
    const rank::Candidate& c = ranking.candidates[group.first + i];
    std::vector<std::string> cells{std::to_string(i + 1)};
    for (const std::string& name : names) cells.push_back(c.configuration.at(name));
    for (std::string cell : {shape_text(c.grid), shape_text(c.block), time_text(c.prediction->time_s),
                             time_text(c.prediction->low_s), time_text(c.prediction->high_s), c.prediction->limiter,
                             percent_text(c.prediction->theoretical.fraction), count_text(c.prediction->waves)})
      cells.push_back(std::move(cell));
    if (!measured_s.empty()) {
      const auto time_s = measured_of(c, measured_s);
      cells.push_back(time_s ? time_text(*time_s) : "-");
    }
    table.row(std::move(cells));
  }
  return table.str();
}

/// What a guess decides, and what was guessed, of the fastest.
std::string guesses_text(const rank::Ranking& ranking) {
  if (ranking.candidates.empty() || !ranking.candidates.front().prediction) return "";
  const rank::Candidate& best = ranking.candidates.front();
  std::string text = marks_text(best.prediction->marks);
  for (const std::string& guess : best.guesses) text += "note: " + guess + "\n";
  return text.empty() ? text : "\nof rank 1:\n" + text;
}

/// What most is known of any candidate's machine code: where one was read, others were, too, or state why not.
std::string machine_code_of(const rank::Ranking& ranking) {
  std::size_t able = 0, read = 0;
  std::string other;
  for (const rank::Candidate& c : ranking.candidates) {
    if (!c.prediction) continue;
    ++able;
    if (c.prediction->machine_code.starts_with("read"))
      ++read;
    else if (other.empty())
      other = c.prediction->machine_code.empty() ? "estimated: it was not asked for" : c.prediction->machine_code;
  }
  if (read == able) return "read";
  return read == 0 ? other : fmt::format("read for {} of {}; {}", read, able, other);
}

/// Each group under what sets it apart; `top` rows of each (0: all).
std::string groups_text(const rank::Ranking& ranking, const std::vector<std::string>& names, std::size_t top,
                        const rank::MeasuredTimes& measured_s) {
  std::string text;
  for (const rank::WorkGroup& group : ranking.groups) {
    const std::size_t rows = top == 0 ? group.count : std::min(top, group.count);
    if (!group.difference.empty()) text += "\nnot the same work: " + group.difference + "\n";
    text += "\n" + fastest_table(ranking, names, group, rows, measured_s);
    if (rows < group.count) text += fmt::format("... {} more (--top 0 prints all)\n", group.count - rows);
  }
  return text;
}

/// The number of the group, from 1, of each candidate that can run.
std::vector<std::size_t> group_numbers(const rank::Ranking& ranking) {
  std::vector<std::size_t> numbers;
  for (const rank::WorkGroup& group : ranking.groups)
    numbers.insert(numbers.end(), group.count, static_cast<std::size_t>(&group - ranking.groups.data()) + 1);
  return numbers;
}

}  // namespace

std::string ranking_text(const rank::Ranking& ranking, const rank::RankOptions& options, std::size_t top,
                         const rank::MeasuredTimes& measured_s) {
  const std::vector<std::string> names = dimension_names(options);
  const std::size_t good = runnable(ranking);
  std::string text = beginning(kernel_answer(ranking_json(ranking, options, measured_s)));
  text += fmt::format("{} on {}: {} configurations, {} can run\n", options.request.path, options.device.name,
                      ranking.candidates.size(), good);
  text += groups_text(ranking, names, top, measured_s);
  if (good < ranking.candidates.size()) {
    TextTable table({"cannot run", "why"}, {Align::left, Align::left});
    for (std::size_t i = good; i < ranking.candidates.size(); ++i)
      table.row({configuration_text(ranking.candidates[i], names), ranking.candidates[i].reason});
    text += "\n" + table.str();
  }
  if (good > 0 && !measured_s.empty())
    text += "\n" + agreement_text(rank::agreement_of(ranking, options.space, measured_s), options.space);
  if (good > 0) text += fmt::format("\ncaches: {}\n", model::statement(options.caches));
  if (good > 0) text += fmt::format("machine code: {}\n", machine_code_of(ranking));
  if (!ranking.compared.empty()) text += fmt::format("work compared: {}\n", ranking.compared);
  text += guesses_text(ranking);
  if (!ranking.notes.empty()) text += "\n";
  for (const std::string& note : ranking.notes) text += "note: " + note + "\n";
  return text;
}

/// What of the slow one takes longer than in the best, most first; at most two terms.
std::string why_slow(const model::Prediction& slow, const model::Prediction& best) {
  std::vector<std::pair<double, std::string>> longer;
  const double difference = slow.time_s - best.time_s;
  for (const model::Term& term : slow.terms) {
    const auto same = std::ranges::find(best.terms, term.name, &model::Term::name);
    const double before = same == best.terms.end() ? 0 : same->time_s;
    if (term.time_s - before > 0.1 * difference)
      longer.emplace_back(term.time_s - before, fmt::format("{} takes {}, {} in the best", term.name,
                                                            time_text(term.time_s), time_text(before)));
  }
  std::ranges::stable_sort(longer, std::greater{}, [](const auto& one) { return one.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, longer.size()); ++i)
    text += (text.empty() ? "" : "; ") + longer[i].second;
  if (slow.theoretical.fraction < 0.9 * best.theoretical.fraction)
    text += fmt::format("{}occupancy {} ({}), {} in the best", text.empty() ? "" : "; ",
                        percent_text(slow.theoretical.fraction), device::name_of(slow.theoretical.limit),
                        percent_text(best.theoretical.fraction));
  return text.empty() ? "limited by " + slow.limiter : text;
}

/// The slowest of those that do the same work as the best say why, so many of them.
void explain_worst(const rank::Ranking& ranking, nlohmann::json& rows) {
  constexpr std::size_t most = 8;
  const auto& all = ranking.candidates;
  const std::size_t able = ranking.groups.empty() ? 0 : ranking.groups.front().count;
  for (std::size_t i = std::max<std::size_t>(1, able - std::min(able / 2, most)); i < able; ++i)
    rows[i]["why"] = why_slow(*all[i].prediction, *all[0].prediction);
}

/// What the answer's sentence says of the first.
nlohmann::json fastest_json(const rank::Candidate& first) {
  return {{"configuration", first.configuration},
          {"time_s", first.prediction->time_s},
          {"limiter", first.prediction->limiter},
          {"architecture", first.prediction->architecture},
          {"speed", speed_json(*first.prediction)}};
}

nlohmann::json groups_json(const rank::Ranking& ranking) {
  nlohmann::json groups = nlohmann::json::array();
  for (const rank::WorkGroup& group : ranking.groups)
    groups.push_back({{"configurations", group.count}, {"difference", group.difference}});
  return groups;
}

/// What all configurations share.
nlohmann::json fixed_parameters(const rank::RankOptions& options) {
  const kernel::Described described = kernel::describe(options.request);
  nlohmann::json fixed = nlohmann::json::object();
  for (const auto& [name, value] : launch::parameters_of(described.description, described.overrides))
    fixed[name] = value;
  for (const std::string& name : dimension_names(options)) fixed.erase(name);
  return fixed;
}

nlohmann::json ranking_json(const rank::Ranking& ranking, const rank::RankOptions& options,
                            const rank::MeasuredTimes& measured_s) {
  nlohmann::json rows = nlohmann::json::array();
  const std::vector<std::size_t> groups = group_numbers(ranking);
  for (const rank::Candidate& c : ranking.candidates) {
    nlohmann::json row{{"configuration", c.configuration},
                       {"grid", {c.grid.x, c.grid.y, c.grid.z}},
                       {"block", {c.block.x, c.block.y, c.block.z}}};
    if (const auto time_s = measured_of(c, measured_s)) row["measured_s"] = *time_s;
    if (c.prediction) {
      row["group"] = groups[rows.size()];
      row["time_s"] = c.prediction->time_s;
      row["low_s"] = c.prediction->low_s;
      row["high_s"] = c.prediction->high_s;
      row["limiter"] = c.prediction->limiter;
      row["occupancy"] = c.prediction->theoretical.fraction;
      row["waves"] = c.prediction->waves;
      row["machine_code"] = c.prediction->machine_code.empty() ? "estimated" : c.prediction->machine_code;
      row["notes"] = nlohmann::json::array();
      for (const profile::Mark& mark : c.prediction->marks) row["notes"].push_back(mark.text);
      for (const std::string& guess : c.guesses) row["notes"].push_back(guess);
    } else {
      row["reason"] = c.reason;
    }
    rows.push_back(std::move(row));
  }
  explain_worst(ranking, rows);
  const bool able = !rows.empty() && rows.front().contains("notes");
  nlohmann::json notes = ranking.notes;
  if (able) notes.insert(notes.end(), rows.front().at("notes").begin(), rows.front().at("notes").end());
  nlohmann::json json = {{"kernel", options.request.path},
                         {"device", options.device.name},
                         {"parameters", fixed_parameters(options)},
                         {"arguments", options.request.arguments},
                         {"caches", model::name_of(options.caches)},
                         {"machine_code", machine_code_of(ranking)},
                         {"notes", std::move(notes)},
                         {"times_checked", !options.device.checked.empty()},
                         {"time_errors", time_errors_json(device::time_errors(options.device.checked))},
                         {"groups", groups_json(ranking)},
                         {"compared", ranking.compared},
                         {"candidates", std::move(rows)}};
  if (able) json["fastest"] = fastest_json(ranking.candidates.front());
  if (able && !measured_s.empty())
    json["measured"] = agreement_json(rank::agreement_of(ranking, options.space, measured_s));
  return json;
}

nlohmann::json ranking_page_json(const rank::Ranking& ranking, const rank::RankOptions& options,
                                 const rank::MeasuredTimes& measured_s) {
  nlohmann::json page = ranking_json(ranking, options, measured_s);
  const auto& all = ranking.candidates;
  if (ranking.groups.empty()) return page;
  const auto count = static_cast<std::ptrdiff_t>(ranking.groups.front().count);
  for (const std::ptrdiff_t i :
       count > 1 ? std::vector{std::ptrdiff_t{0}, count - 1} : std::vector{std::ptrdiff_t{0}}) {
    const rank::Candidate& c = all[static_cast<std::size_t>(i)];
    const rank::Variant variant = rank::variant(options, c.configuration);
    page["variants"].push_back({{"role", i == 0 ? "best" : "slowest"},
                                {"configuration", c.configuration},
                                {"time_s", c.prediction->time_s},
                                {"limiter", c.prediction->limiter},
                                {"speed", speed_json(*c.prediction)},
                                {"architecture", c.prediction->architecture},
                                {"profile", profile_json(*variant.profile, *variant.kernel.module)}});
    if (i == 0) page["variants"].back()["ptx"] = ptx_json(variant.kernel.code.ptx, *variant.kernel.module);
  }
  return page;
}

std::string ranking_csv(const rank::Ranking& ranking, const rank::RankOptions& options,
                        const rank::MeasuredTimes& measured_s, const RowsOf& rows_of) {
  const std::vector<std::string> names = dimension_names(options);
  std::vector<std::string> header;
  if (rows_of.device_column) header.emplace_back("device");
  header.emplace_back("rank");
  header.insert(header.end(), names.begin(), names.end());
  for (const char* title : {"grid", "block", "time_s", "low_s", "high_s", "limiter", "reason", "group", "difference"})
    header.emplace_back(title);
  if (!measured_s.empty()) header.emplace_back("measured_s");
  std::string text = rows_of.header ? csv_line(header) : "";
  const std::vector<std::size_t> groups = group_numbers(ranking);
  for (std::size_t i = 0; i < ranking.candidates.size(); ++i) {
    const rank::Candidate& c = ranking.candidates[i];
    const rank::WorkGroup* group = c.prediction ? &ranking.groups[groups[i] - 1] : nullptr;
    std::vector<std::string> cells;
    if (rows_of.device_column) cells.push_back(options.device.name);
    cells.push_back(group ? std::to_string(i - group->first + 1) : "");
    for (const std::string& name : names) cells.push_back(c.configuration.at(name));
    cells.push_back(shape_text(c.grid));
    cells.push_back(shape_text(c.block));
    const model::Prediction* p = c.prediction ? &*c.prediction : nullptr;
    for (const double value : {p ? p->time_s : 0, p ? p->low_s : 0, p ? p->high_s : 0})
      cells.push_back(p ? number_text(value) : "");
    cells.push_back(p ? p->limiter : "");
    cells.push_back(c.reason);
    cells.push_back(group ? std::to_string(groups[i]) : "");
    cells.push_back(group ? group->difference : "");
    if (!measured_s.empty()) {
      const auto time_s = measured_of(c, measured_s);
      cells.push_back(time_s ? number_text(*time_s) : "");
    }
    text += csv_line(cells);
  }
  return text;
}

}  // namespace forewarp::report
