// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "report_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/page/documents.hpp"

namespace forewarp::tool {

Option add_report_option(const Command& command, std::string& file) {
  return command.add_option("--report", file).writable();
}

void save_report(const std::string& file, const std::string& name, nlohmann::ordered_json json) {
  if (file.empty()) return;
  const report::Document document{name, std::move(json)};
  report::write_page(report::page_of({&document, 1}), file);
  fmt::print(stderr, "wrote {}\n", file);
}

}  // namespace forewarp::tool
