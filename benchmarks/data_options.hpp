// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The command line of benchmarks that compare predictions with the measurements of others, and their main().
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace forewarp::bench {

struct DataOptions {
  bool json = false, list = false;
  std::filesystem::path data;  ///< of --data, else $FOREWARP_DATA, else ../shared/data beside the sources
};

/// An option of one benchmark. `set` gets its value, or the empty text where it takes none; it may throw InputError.
struct OwnOption {
  std::string name;
  bool takes_value = true;
  std::function<void(const std::string&)> set;
};

[[nodiscard]] OwnOption flag(std::string name, bool& value);
[[nodiscard]] OwnOption text(std::string name, std::string& value);
[[nodiscard]] OwnOption path(std::string name, std::filesystem::path& value);
/// Given any number of times.
[[nodiscard]] OwnOption list(std::string name, std::vector<std::string>& values);

/// Parses [--json | --list] [--data DIR] and `own`, and calls `run`. Returns the exit status: that of `run`, 2 for bad
/// arguments, 3 where something is missing (the data, a compiler); the message goes to stderr.
int main_with_data(const char* name, const char* sources, int argc, char** argv,
                   const std::function<int(const DataOptions&)>& run, const std::vector<OwnOption>& own = {});

}  // namespace forewarp::bench
