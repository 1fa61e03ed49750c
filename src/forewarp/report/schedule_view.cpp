// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/schedule_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using schedule::MethodResult;
using schedule::Placement;
using schedule::Range;

const MethodResult& shown(const ScheduleAnswer& a) { return schedule::method_called(a.comparison, a.method); }

std::string energy_text(double joules) {
  if (joules >= 1e6) return fmt::format("{:.3g} MJ", joules / 1e6);
  if (joules >= 1e3) return fmt::format("{:.3g} kJ", joules / 1e3);
  return joules >= 1 ? fmt::format("{:.3g} J", joules) : fmt::format("{:.3g} mJ", joules * 1e3);
}

std::string objective_text(const schedule::Objective& objective) {
  const bool time = objective.what == schedule::Objective::What::time;
  const std::string by = objective.deadline_s < schedule::Instance::cannot_run
                             ? fmt::format(" that ends by {}", time_text(objective.deadline_s))
                             : "";
  return time ? "least makespan" : "least energy" + by;
}

/// Energy of the least, or its makespan.
double of_interest(const MethodResult& m, const schedule::Objective& objective) {
  return objective.what == schedule::Objective::What::time ? m.schedule.makespan_s : m.schedule.energy_j;
}

std::string remark(const ScheduleAnswer& a, const MethodResult& m) {
  if (m.method == "random") return "mean of many";
  std::string text;
  if (m.method == "optimum") text = a.comparison.proved ? "proved" : "the best found";
  if (m.schedule.makespan_s > a.objective.deadline_s) text += text.empty() ? "too late" : ", too late";
  return text;
}

std::string methods_table(const ScheduleAnswer& a) {
  const bool measured = a.comparison.actual_best.has_value();
  std::vector<std::string> header = {"method", "makespan", "range", "energy", "range", "over the best"};
  if (measured) header.insert(header.end(), {"measured", "loss", "of it prediction"});
  header.emplace_back("");
  std::vector<Align> alignment(header.size() - 1, Align::right);
  alignment[0] = Align::left;
  alignment.push_back(Align::left);
  TextTable table(header, alignment);
  const double best = of_interest(schedule::best_of(a.comparison, a.objective), a.objective);
  for (const MethodResult& m : a.comparison.methods) {
    std::vector<std::string> row = {m.method,
                                    time_text(m.makespan_s.likely),
                                    fmt::format("{} to {}", time_text(m.makespan_s.low), time_text(m.makespan_s.high)),
                                    energy_text(m.energy_j.likely),
                                    fmt::format("{} to {}", energy_text(m.energy_j.low), energy_text(m.energy_j.high)),
                                    fmt::format("{:.3f}", of_interest(m, a.objective) / best)};
    if (measured)
      row.insert(row.end(), {time_text(m.actual->makespan_s), fmt::format("{:.1f} %", 100 * m.loss->total),
                             fmt::format("{:.1f} %", 100 * m.loss->prediction)});
    row.push_back(remark(a, m));
    table.row(row);
  }
  return table.str();
}

std::string measured_text(const ScheduleAnswer& a) {
  if (!a.comparison.actual_best) return "";
  const double best = a.comparison.actual_best->makespan_s, online = a.comparison.dispatched->makespan_s;
  return fmt::format(
      "\nwith the measured times: the best plan takes {}{}; planned anew by predictions whenever a job ends, {} "
      "({:.1f} % more)\n",
      time_text(best), a.comparison.actual_proved ? "" : " (the best found)", time_text(online),
      100 * (online / best - 1));
}

/// GPU by GPU, in the order of time.
std::vector<Placement> by_gpu(const schedule::Schedule& schedule) {
  std::vector<Placement> all = schedule.placements;
  std::ranges::stable_sort(all, {}, &Placement::begin_s);
  std::ranges::stable_sort(all, {}, &Placement::gpu);
  return all;
}

std::string begin_text(double seconds) { return seconds > 0 ? time_text(seconds) : "0"; }

std::string plan_table(const ScheduleAnswer& a) {
  TextTable table({"GPU", "job", "begin", "end", "its time", "power"},
                  {Align::left, Align::left, Align::right, Align::right, Align::left, Align::right});
  for (const Placement& p : by_gpu(shown(a).schedule)) {
    const schedule::Job& job = a.problem.jobs[p.job];
    const Range& time = *job.time_s[p.gpu];
    table.row({a.problem.gpus[p.gpu].name, job.name, begin_text(p.begin_s), time_text(p.end_s),
               time.low == time.high
                   ? time_text(time.likely)
                   : fmt::format("{} ({} to {})", time_text(time.likely), time_text(time.low), time_text(time.high)),
               fmt::format("{:.0f} W", job.power_w[p.gpu].likely)});
  }
  return table.str();
}

nlohmann::ordered_json range_json(const Range& range) {
  return {{"likely", range.likely}, {"low", range.low}, {"high", range.high}};
}

nlohmann::ordered_json method_json(const MethodResult& m) {
  nlohmann::ordered_json json = {
      {"method", m.method}, {"makespan_s", range_json(m.makespan_s)}, {"energy_j", range_json(m.energy_j)}};
  if (m.actual) json["actual_makespan_s"] = m.actual->makespan_s;
  if (m.actual) json["actual_energy_j"] = m.actual->energy_j;
  if (m.loss)
    json["loss"] = {{"total", m.loss->total}, {"prediction", m.loss->prediction}, {"heuristic", m.loss->heuristic}};
  return json;
}

nlohmann::ordered_json plan_json(const ScheduleAnswer& a) {
  nlohmann::ordered_json plan = nlohmann::ordered_json::array();
  for (const Placement& p : by_gpu(shown(a).schedule)) {
    const schedule::Job& job = a.problem.jobs[p.job];
    plan.push_back({{"job", job.name},
                    {"gpu", a.problem.gpus[p.gpu].name},
                    {"begin_s", p.begin_s},
                    {"end_s", p.end_s},
                    {"low_s", job.time_s[p.gpu]->low},
                    {"high_s", job.time_s[p.gpu]->high},
                    {"power_w", job.power_w[p.gpu].likely}});
  }
  return plan;
}

nlohmann::ordered_json jobs_json(const schedule::Problem& problem) {
  nlohmann::ordered_json jobs = nlohmann::ordered_json::array();
  for (const schedule::Job& job : problem.jobs) {
    nlohmann::ordered_json times = nlohmann::ordered_json::object(), after = nlohmann::ordered_json::array();
    for (std::size_t g = 0; g < problem.gpus.size(); ++g)
      times[problem.gpus[g].name] = job.time_s[g] ? range_json(*job.time_s[g]) : nlohmann::ordered_json();
    for (const schedule::Need& need : job.after) after.push_back(problem.jobs[need.job].name);
    jobs.push_back({{"job", job.name}, {"after", after}, {"time_s", times}});
  }
  return jobs;
}

}  // namespace

std::string schedule_text(const ScheduleAnswer& a) {
  std::string text = beginning(schedule_answer(schedule_json(a)));
  text +=
      fmt::format("{} job{} on {} GPU{}, {}\n\n{}{}\nplan ({})\n{}", a.problem.jobs.size(),
                  a.problem.jobs.size() == 1 ? "" : "s", a.problem.gpus.size(), a.problem.gpus.size() == 1 ? "" : "s",
                  objective_text(a.objective), methods_table(a), measured_text(a), a.method, plan_table(a));
  for (const std::string& note : a.notes) text += fmt::format("note: {}\n", note);
  return text;
}

nlohmann::ordered_json schedule_json(const ScheduleAnswer& a) {
  const bool time = a.objective.what == schedule::Objective::What::time;
  const MethodResult& m = shown(a);
  nlohmann::ordered_json json;
  json["schedule"] = {{"objective", time ? "time" : "energy"},
                      {"method", a.method},
                      {"optimum_proved", a.comparison.proved},
                      {"makespan_s", range_json(m.makespan_s)},
                      {"energy_j", range_json(m.energy_j)}};
  if (a.objective.deadline_s < schedule::Instance::cannot_run) json["schedule"]["deadline_s"] = a.objective.deadline_s;
  json["gpus"] = nlohmann::ordered_json::array();
  for (const schedule::Gpu& gpu : a.problem.gpus) json["gpus"].push_back(gpu.name);
  json["jobs"] = jobs_json(a.problem);
  json["plan"] = plan_json(a);
  json["methods"] = nlohmann::ordered_json::array();
  for (const MethodResult& method : a.comparison.methods) json["methods"].push_back(method_json(method));
  if (a.comparison.actual_best)
    json["actual"] = {{"best_makespan_s", a.comparison.actual_best->makespan_s},
                      {"best_proved", a.comparison.actual_proved},
                      {"dispatched_makespan_s", a.comparison.dispatched->makespan_s}};
  json["notes"] = a.notes;
  return json;
}

std::string schedule_csv(const ScheduleAnswer& a) {
  std::string text = "job,gpu,begin_s,end_s,low_s,high_s,power_w\n";
  for (const Placement& p : by_gpu(shown(a).schedule)) {
    const schedule::Job& job = a.problem.jobs[p.job];
    text += fmt::format("{},{},{},{},{},{},{}\n", csv_field(job.name), csv_field(a.problem.gpus[p.gpu].name),
                        number_text(p.begin_s), number_text(p.end_s), number_text(job.time_s[p.gpu]->low),
                        number_text(job.time_s[p.gpu]->high), number_text(job.power_w[p.gpu].likely));
  }
  return text;
}

}  // namespace forewarp::report
