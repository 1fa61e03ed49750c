// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// --report FILE: a command's result as a page (report/page), beside what it prints.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "command.hpp"

namespace forewarp::tool {

Option add_report_option(const Command& command, std::string& file);
/// Nothing where no file was asked for. Says on standard error what it wrote.
void save_report(const std::string& file, const std::string& name, nlohmann::ordered_json json);

}  // namespace forewarp::tool
