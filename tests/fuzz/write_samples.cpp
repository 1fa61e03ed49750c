// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// write_samples FOLDER: seeds that are bytes rather than text, written by code.
#include <filesystem>

#include "forewarp/support/file.hpp"
#include "unit/frontend/fatbin/samples.hpp"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  for (const auto& [name, bytes] : forewarp::fatbin::samples::all()) forewarp::write_file(folder / name, bytes);
}
