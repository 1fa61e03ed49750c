// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/verdict/junit.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/report/text.hpp"
#include "forewarp/support/markup.hpp"

namespace forewarp::report {
namespace {

/// XML 1.0 has no control characters but these three, escaped or not.
std::string attribute(std::string text) {
  std::erase_if(text,
                [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r'; });
  std::string out;
  for (const char c : escape_markup(text)) out += c == '\n' ? "&#10;" : std::string(1, c);
  return out;
}

struct Suite {
  std::string name, cases;
  std::size_t tests = 0, failures = 0;
  double seconds = 0;
};

std::string test_case(const std::string& suite, const Verdict& v) {
  const std::string head = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\"", attribute(suite),
                                       attribute(v.name), number_text(v.seconds));
  if (v.passed)
    return fmt::format("{}>\n      <system-out>{}</system-out>\n    </testcase>\n", head, attribute(v.message));
  return fmt::format("{}>\n      <failure message=\"{}\" type=\"{}\"/>\n    </testcase>\n", head, attribute(v.message),
                     attribute(v.group));
}

std::vector<Suite> suites_of(const std::string& program, const std::vector<Verdict>& verdicts) {
  std::vector<Suite> suites;
  for (const Verdict& v : verdicts) {
    const std::string name = fmt::format("{}.{}{}", program, v.group, v.device.empty() ? "" : "." + v.device);
    auto suite = std::ranges::find(suites, name, &Suite::name);
    if (suite == suites.end()) suite = suites.insert(suites.end(), Suite{.name = name, .cases = {}});
    suite->cases += test_case(name, v);
    ++suite->tests;
    suite->failures += v.passed ? 0 : 1;
    suite->seconds += v.seconds;
  }
  return suites;
}

}  // namespace

std::string junit_xml(const std::string& program, const std::vector<Verdict>& verdicts) {
  const auto failures = std::ranges::count(verdicts, false, &Verdict::passed);
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"forewarp exec\" tests=\"{}\" failures=\"{}\" "
      "errors=\"0\">\n",
      verdicts.size(), failures);
  for (const Suite& s : suites_of(program, verdicts))
    xml += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{}\">\n{}  </testsuite>\n",
        attribute(s.name), s.tests, s.failures, number_text(s.seconds), s.cases);
  return xml + "</testsuites>\n";
}

}  // namespace forewarp::report
