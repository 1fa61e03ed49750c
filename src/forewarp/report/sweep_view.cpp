// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/sweep_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "forewarp/report/heading.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using model::wave::SweepCell;

constexpr std::size_t max_rows = 16, max_columns_of_threads = 10;

/// At most so many, evenly spread, the first and the last among them.
std::vector<std::uint64_t> chosen(const std::set<std::uint64_t>& all, std::size_t most) {
  const std::vector<std::uint64_t> sorted(all.begin(), all.end());
  if (sorted.size() <= most) return sorted;
  std::vector<std::uint64_t> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(sorted[i * (sorted.size() - 1) / (most - 1)]);
  return some;
}

double time_of(const SweepCell& cell, Equations equations) {
  return equations == Equations::wave ? cell.time_s : cell.printed.time_s;
}
double efficiency_of(const SweepCell& cell, Equations equations) {
  return equations == Equations::wave ? cell.wave.efficiency : cell.printed.kappa;
}

/// The unit in which the shortest time is at least 1.
std::pair<double, const char*> unit_of_times(const std::vector<SweepCell>& cells, Equations equations) {
  double least = time_of(cells.front(), equations);
  for (const SweepCell& cell : cells) least = std::min(least, time_of(cell, equations));
  if (least >= 1) return {1, "s"};
  return least >= 1e-3 ? std::pair{1e3, "ms"} : std::pair{1e6, "us"};
}

/// Three digits, or all of the whole part.
std::string digits_text(double value) { return fmt::format("{:.{}f}", value, value >= 100 ? 0 : value >= 10 ? 1 : 2); }

template <class ValueOf>
std::string grid(const std::vector<SweepCell>& cells, const ValueOf& value_of) {
  std::set<std::uint64_t> blocks, threads;
  std::map<std::pair<std::uint64_t, std::uint64_t>, const SweepCell*> at;
  for (const SweepCell& cell : cells) {
    blocks.insert(cell.blocks);
    threads.insert(cell.threads);
    at[{cell.blocks, cell.threads}] = &cell;
  }
  const std::vector<std::uint64_t> across = chosen(threads, max_columns_of_threads);
  std::vector<std::string> header = {"blocks"};
  for (const std::uint64_t t : across) header.push_back(std::to_string(t));
  TextTable table(header, {Align::right, Align::right});
  for (const std::uint64_t b : chosen(blocks, max_rows)) {
    std::vector<std::string> row = {std::to_string(b)};
    for (const std::uint64_t t : across) {
      const auto found = at.find({b, t});
      row.push_back(found == at.end() ? "-" : value_of(*found->second));
    }
    table.row(std::move(row));
  }
  return table.str();
}

std::string device_text(const SweepAnswer& a, const SweptDevice& d) {
  const std::string& name = d.device.candidate.device.name;
  const bool wave = a.equations == Equations::wave;
  const char* by = wave ? "the wave model" : "Eq. 1 to 3 of hasan2014 as printed";
  std::string text;
  if (a.seconds_known) {
    const auto [factor, unit] = unit_of_times(d.cells, a.equations);
    text += fmt::format(
        "\ntime on {} by {}, {}: blocks down, threads per block across\n{}", name, by, unit,
        grid(d.cells, [&, f = factor](const SweepCell& c) { return digits_text(f * time_of(c, a.equations)); }));
  }
  return text + fmt::format("\nefficiency on {} by {}, %\n{}", name, by, grid(d.cells, [&](const SweepCell& c) {
                              return fmt::format("{:.3g}", 100 * efficiency_of(c, a.equations));
                            }));
}

std::string heading(const SweepAnswer& a, const SweptDevice& d) {
  const model::wave::Candidate& c = d.device.candidate;
  const double tau = a.equations == Equations::wave ? c.constants.tau_s : d.printed_tau_s;
  const std::string time = a.seconds_known ? fmt::format("tau {} ", time_text(tau)) : "";
  if (a.equations == Equations::wave)
    return fmt::format("{}: {}({}), an SM is saturated by {:.1f} warps\n", c.device.name, time, d.device.origin,
                       c.constants.saturation_warps);
  const model::wave::Symbols s = model::wave::symbols_of(c.device);
  return fmt::format("{}: {}({}), rho_sm {:g}, rho_w {:g}, rho_b {:g}, rho_t {:g}, sigma_w {:g}, sigma_b {:g}\n",
                     c.device.name, time, d.device.origin, s.rho_sm, s.rho_w, s.rho_b, s.rho_t, s.sigma_w, s.sigma_b);
}

nlohmann::ordered_json seconds(const SweepAnswer& a, double value) {
  return a.seconds_known ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

nlohmann::ordered_json cell_json(const SweepAnswer& a, const SweepCell& c) {
  return {{"blocks", c.blocks},
          {"threads", c.threads},
          {"blocks_per_sm", c.wave.resident.blocks_per_sm},
          {"waves", c.wave.waves},
          {"time_s", seconds(a, c.time_s)},
          {"efficiency", c.wave.efficiency},
          {"xi_rb_s", seconds(a, c.printed.xi_rb_s)},
          {"xi_rw_s", seconds(a, c.printed.xi_rw_s)},
          {"kappa", c.printed.kappa},
          {"printed_time_s", seconds(a, c.printed.time_s)}};
}

}  // namespace

std::string sweep_text(const SweepAnswer& a) {
  std::string text = beginning(sweep_answer(sweep_json(a)));
  text += fmt::format("{} registers a thread, {} shared memory a block\n", a.work.registers_per_thread,
                      bytes_text(static_cast<double>(a.work.shared_bytes)));
  for (const SweptDevice& d : a.devices) text += heading(a, d);
  text += marks_text(a.marks);
  for (const std::string& note : a.notes) text += "note: " + note + "\n";
  for (const SweptDevice& d : a.devices) text += device_text(a, d);
  for (const RefusedDevice& one : a.refused) text += fmt::format("\n{} cannot run it: {}\n", one.device, one.reason);
  return text;
}

nlohmann::ordered_json sweep_json(const SweepAnswer& a) {
  nlohmann::ordered_json json;
  json["sweep"] = nlohmann::ordered_json::array();
  for (const SweptDevice& d : a.devices) {
    const model::wave::Candidate& c = d.device.candidate;
    const model::wave::Symbols s = model::wave::symbols_of(c.device);
    nlohmann::ordered_json one = {{"device", c.device.name},
                                  {"origin", d.device.origin},
                                  {"tau_s", seconds(a, c.constants.tau_s)},
                                  {"saturation_warps", c.constants.saturation_warps},
                                  {"sharpness", c.constants.sharpness},
                                  {"printed_tau_s", seconds(a, d.printed_tau_s)},
                                  {"symbols",
                                   {{"rho_sm", s.rho_sm},
                                    {"rho_w", s.rho_w},
                                    {"rho_b", s.rho_b},
                                    {"rho_t", s.rho_t},
                                    {"sigma_w", s.sigma_w},
                                    {"sigma_b", s.sigma_b}}}};
    one["cells"] = nlohmann::ordered_json::array();
    for (const SweepCell& cell : d.cells) one["cells"].push_back(cell_json(a, cell));
    json["sweep"].push_back(std::move(one));
  }
  json["registers_per_thread"] = a.work.registers_per_thread;
  json["shared_bytes"] = a.work.shared_bytes;
  json["cannot_run"] = nlohmann::ordered_json::array();
  for (const RefusedDevice& one : a.refused)
    json["cannot_run"].push_back({{"device", one.device}, {"reason", one.reason}});
  json["marks"] = marks_json(a.marks);
  json["notes"] = a.notes;
  return json;
}

std::string sweep_csv(const SweepAnswer& a) {
  const auto time = [&](double value) { return a.seconds_known ? number_text(value) : std::string(); };
  std::string text = csv_line({"device", "blocks", "threads", "blocks_per_sm", "waves", "time_s", "efficiency",
                               "xi_rb_s", "xi_rw_s", "kappa", "printed_time_s"});
  for (const SweptDevice& d : a.devices)
    for (const SweepCell& c : d.cells)
      text += csv_line({d.device.candidate.device.name, std::to_string(c.blocks), std::to_string(c.threads),
                        std::to_string(c.wave.resident.blocks_per_sm), number_text(c.wave.waves), time(c.time_s),
                        number_text(c.wave.efficiency), time(c.printed.xi_rb_s), time(c.printed.xi_rw_s),
                        number_text(c.printed.kappa), time(c.printed.time_s)});
  return text;
}

}  // namespace forewarp::report
