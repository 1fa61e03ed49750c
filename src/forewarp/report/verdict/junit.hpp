// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Verdicts as JUnit's XML, which servers for continuous integration show: one test case per verdict, one test suite
/// per group and device.
#include <string>
#include <vector>

#include "forewarp/report/verdict/verdict.hpp"

namespace forewarp::report {

[[nodiscard]] std::string junit_xml(const std::string& program, const std::vector<Verdict>& verdicts);

}  // namespace forewarp::report
