// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "data_options.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "forewarp/support/error.hpp"

namespace forewarp::bench {
namespace {

DataOptions parse(const char* sources, int argc, char** argv) {
  DataOptions o;
  const char* data = std::getenv("FOREWARP_DATA");
  o.data = data != nullptr ? std::filesystem::path(data) : std::filesystem::path(sources) / "../shared/data";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--json") {
      o.json = true;
    } else if (argument == "--list") {
      o.list = true;
    } else if (argument == "--data" && i + 1 < argc) {
      o.data = argv[++i];
    } else {
      throw InputError(fmt::format("unknown argument '{}': [--json | --list] [--data DIR]", argument));
    }
  }
  if (!std::filesystem::exists(o.data)) throw Unavailable(fmt::format("no data at '{}'", o.data.string()));
  return o;
}

}  // namespace

int main_with_data(const char* name, const char* sources, int argc, char** argv,
                   const std::function<int(const DataOptions&)>& run) {
  try {
    return run(parse(sources, argc, argv));
  } catch (const InputError& e) {
    fmt::print(stderr, "{}: {}\n", name, e.what());
    return 2;
  } catch (const Error& e) {
    fmt::print(stderr, "{}: {}\n", name, e.what());
    return 3;
  }
}

}  // namespace forewarp::bench
