// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// write_samples FATBINS CUBINS: two folders of seeds that are bytes rather than text, written by code.
#include <filesystem>
#include <map>
#include <string>

#include "forewarp/support/file.hpp"
#include "unit/frontend/fatbin/samples.hpp"
#include "unit/frontend/machine/samples.hpp"

namespace {

void write(const std::filesystem::path& folder, const std::map<std::string, std::string>& samples) {
  std::filesystem::create_directories(folder);
  for (const auto& [name, bytes] : samples) forewarp::write_file(folder / name, bytes);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  write(arguments[1], forewarp::fatbin::samples::all());
  write(arguments[2], forewarp::machine::samples::all());
}
