// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "own_generators.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::tool {

std::vector<pick::Generator> generators_with(const std::vector<std::string>& own) {
  std::vector<pick::Generator> generators = pick::shipped_generators();
  for (const std::string& path : own) {
    if (std::filesystem::is_directory(path))
      for (pick::Generator& g : pick::read_generators(path)) generators.push_back(std::move(g));
    else
      generators.push_back(pick::Generator::parse(read_file(path, 1 << 20), path));
  }
  std::set<std::string> names;
  for (const pick::Generator& g : generators)
    if (!names.insert(g.name()).second)
      throw InputError(fmt::format("two generators are called '{}': give yours another name", g.name()));
  return generators;
}

}  // namespace forewarp::tool
