// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/score_view.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

std::string quantity(double value, const std::string& unit) { return fmt::format("{:.4g} {}", value, unit); }

}  // namespace

std::string scores_text(const std::vector<Score>& scores) {
  TextTable table({"id", "what", "ours", "other", "target", "", "note"},
                  {Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
  for (const Score& s : scores)
    table.row({s.id, s.what, quantity(s.ours, s.unit), std::isnan(s.other) ? "" : quantity(s.other, s.unit),
               (s.better == Better::lower ? "<= " : ">= ") + quantity(s.target, s.unit), s.verdict(), s.note});
  return table.str();
}

nlohmann::json scores_json(const std::vector<Score>& scores) {
  nlohmann::json all = nlohmann::json::array();
  for (const Score& s : scores)
    all.push_back({{"id", s.id},
                   {"what", s.what},
                   {"unit", s.unit},
                   {"ours", s.ours},
                   {"other", std::isnan(s.other) ? nlohmann::json() : nlohmann::json(s.other)},
                   {"target", s.target},
                   {"better", s.better == Better::lower ? "lower" : "higher"},
                   {"met", s.met()},
                   {"synthetic", s.synthetic},
                   {"note", s.note}});
  return all;
}

}  // namespace forewarp::report
