// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "scoreboard.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "forewarp/report/score_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::bench {

void print_rows(const std::vector<Row>& rows, bool json) {
  if (json)
    fmt::print("{}\n", report::json_text(report::scores_json(rows)));
  else
    fmt::print("{}", report::scores_text(rows));
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

int guarded(const char* name, int (*run)(int, char**), int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Error& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 2;
  }
}

}  // namespace forewarp::bench
