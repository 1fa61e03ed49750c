// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The command line of benchmarks that compare predictions with the measurements of others, and their main().
#include <filesystem>
#include <functional>

namespace forewarp::bench {

struct DataOptions {
  bool json = false, list = false;
  std::filesystem::path data;  ///< of --data, else $FOREWARP_DATA, else ../shared/data beside the sources
};

/// Parses [--json | --list] [--data DIR] and calls `run`. Returns the exit status: that of `run`, 2 for bad arguments,
/// 3 where something is missing (the data, a compiler); the message goes to stderr.
int main_with_data(const char* name, const char* sources, int argc, char** argv,
                   const std::function<int(const DataOptions&)>& run);

}  // namespace forewarp::bench
