// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "scoreboard.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "forewarp/report/text.hpp"

namespace forewarp::bench {
namespace {

std::string quantity(double value, const std::string& unit) { return fmt::format("{:.4g} {}", value, unit); }

void print_text(const std::vector<Row>& rows) {
  using report::Align;
  report::TextTable table({"id", "what", "ours", "other", "target", "", "note"},
                          {Align::left, Align::left, Align::right, Align::right, Align::right, Align::left});
  for (const Row& r : rows)
    table.row({r.id, r.what, quantity(r.ours, r.unit), r.other != 0 ? quantity(r.other, r.unit) : "",
               (r.better == Better::lower ? "<= " : ">= ") + quantity(r.target, r.unit), r.met() ? "met" : "MISSED",
               r.note});
  fmt::print("{}", table.str());
}

}  // namespace

void print_rows(const std::vector<Row>& rows, bool json) {
  if (!json) return print_text(rows);
  nlohmann::json all = nlohmann::json::array();
  for (const Row& r : rows)
    all.push_back({{"id", r.id},
                   {"what", r.what},
                   {"unit", r.unit},
                   {"ours", r.ours},
                   {"other", r.other},
                   {"target", r.target},
                   {"better", r.better == Better::lower ? "lower" : "higher"},
                   {"met", r.met()},
                   {"note", r.note}});
  fmt::print("{}\n", all.dump(2));
}

bool json_asked(int argc, char** argv) {
  bool json = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--json") {
      json = true;
    } else {
      fmt::print(stderr, "{}: unknown option '{}'; there is --json\n", argv[0], argv[i]);
      std::exit(2);
    }
  }
  return json;
}

}  // namespace forewarp::bench
