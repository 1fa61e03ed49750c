// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/shown_name.hpp"

#include <fmt/format.h>

#include <map>

#include "forewarp/report/verdict/program_measures.hpp"

namespace forewarp::report {

namespace {
constexpr std::size_t max_name = 56;
}  // namespace

std::string shown_name(std::string name) {
  if (name.starts_with("void ")) name.erase(0, 5);
  if (name.size() <= max_name) return name;
  constexpr std::size_t parameters = 5;  // "(...)"
  std::string shorter = without_parameters(name);
  const bool has_parameters = shorter != name;
  const auto fits = [&] { return shorter.size() + (has_parameters ? parameters : 0) <= max_name; };
  if (!fits()) shorter = short_name(name);
  if (!fits() && shorter.rfind("::") != std::string::npos) shorter = shorter.substr(shorter.rfind("::") + 2);
  if (has_parameters) shorter += "(...)";
  constexpr std::size_t end = 18;
  if (shorter.size() > max_name)
    shorter = shorter.substr(0, max_name - end - 3) + "..." + shorter.substr(shorter.size() - end);
  return shorter;
}

std::vector<std::string> shown_names(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> uses, seen;
  for (const std::string& name : names) ++uses[shown_name(name)];
  std::vector<std::string> out;
  for (const std::string& full : names) {
    const std::string name = shown_name(full);
    out.push_back(uses[name] == 1 ? name : fmt::format("{} #{}", name, ++seen[name]));
  }
  return out;
}

}  // namespace forewarp::report
