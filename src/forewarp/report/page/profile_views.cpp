// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What a kernel did on the emulator: instructions and accesses.
#include <algorithm>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

PageTable instruction_table(const Json& profile) {
  PageTable table{.title = "Instructions"};
  table.columns = {{"instruction"}, {"threads"}, {"warps"}, {"share", Unit::share}};
  const double all = profile.at("thread_instructions").get<double>();
  for (const Json& row : profile.at("instructions"))
    table.rows.push_back({row.at("mnemonic").get<std::string>(), row.at("threads").get<double>(),
                          row.at("warps").get<double>(), all > 0 ? row.at("threads").get<double>() / all : 0});
  std::ranges::sort(table.rows, std::greater{}, [](const auto& row) { return std::get<double>(row[3]); });
  return table;
}

PageTable access_table(const Json& profile) {
  PageTable table{.title = "Memory accesses"};
  table.caption =
      "Sectors are 32 bytes; 4 a request is the least for 4-byte words. Collisions are extra trips for bank conflicts.";
  table.columns = {{"line"},       {"access"},      {"buffer"}, {"space"}, {"requests"}, {"sectors a request"},
                   {"collisions"}, {"bytes a lane"}};
  for (const Json& access : profile.at("accesses")) {
    const double requests = access.at("requests").get<double>();
    table.rows.push_back({value_of(access.at("source_line")), value_of(access.at("mnemonic")),
                          value_of(access.at("buffer")), value_of(access.at("space")), requests,
                          requests > 0 ? access.at("sectors").get<double>() / requests : 0,
                          value_of(access.at("collisions")), value_of(access.at("bytes_per_lane"))});
  }
  return table;
}

}  // namespace

void add_profile(const Json& json, Page& page) {
  const Json& profile = json.at("profile");
  Section section{.title = "What it does"};
  section.blocks.emplace_back(access_table(profile));
  section.blocks.emplace_back(instruction_table(profile));
  page.sections.push_back(std::move(section));
}

}  // namespace forewarp::report::views
