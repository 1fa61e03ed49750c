// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "data_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "forewarp/support/error.hpp"

namespace forewarp::bench {
namespace {

std::string usage(const std::vector<OwnOption>& own) {
  std::string out = "[--json | --list] [--data DIR]";
  for (const OwnOption& option : own) out += fmt::format(" [{}{}]", option.name, option.takes_value ? " VALUE" : "");
  return out;
}

DataOptions parse(const char* sources, int argc, char** argv, std::vector<OwnOption> own) {
  DataOptions o;
  const char* data = std::getenv("FOREWARP_DATA");
  o.data = data != nullptr ? std::filesystem::path(data) : std::filesystem::path(sources) / "../shared/data";
  const std::string known = usage(own);
  own.insert(own.end(), {flag("--json", o.json), flag("--list", o.list), path("--data", o.data)});
  for (int i = 1; i < argc; ++i) {
    const auto option = std::ranges::find(own, std::string(argv[i]), &OwnOption::name);
    if (option == own.end()) throw InputError(fmt::format("unknown argument '{}': {}", argv[i], known));
    if (option->takes_value && i + 1 >= argc) throw InputError(fmt::format("{} needs a value", option->name));
    option->set(option->takes_value ? argv[++i] : "");
  }
  if (!std::filesystem::exists(o.data)) throw Unavailable(fmt::format("no data at '{}'", o.data.string()));
  return o;
}

}  // namespace

OwnOption flag(std::string name, bool& value) {
  return {std::move(name), false, [&value](const std::string&) { value = true; }};
}

OwnOption text(std::string name, std::string& value) {
  return {std::move(name), true, [&value](const std::string& given) { value = given; }};
}

OwnOption path(std::string name, std::filesystem::path& value) {
  return {std::move(name), true, [&value](const std::string& given) { value = given; }};
}

OwnOption list(std::string name, std::vector<std::string>& values) {
  return {std::move(name), true, [&values](const std::string& given) { values.push_back(given); }};
}

int main_with_data(const char* name, const char* sources, int argc, char** argv,
                   const std::function<int(const DataOptions&)>& run, const std::vector<OwnOption>& own) {
  try {
    return run(parse(sources, argc, argv, own));
  } catch (const InputError& e) {
    fmt::print(stderr, "{}: {}\n", name, e.what());
    return 2;
  } catch (const Error& e) {
    fmt::print(stderr, "{}: {}\n", name, e.what());
    return 3;
  }
}

}  // namespace forewarp::bench
