// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/corpus_launch.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::campaign {
namespace {

bool can_be(const launch::Description& description, const launch::Parameters& set) {
  try {
    launch::Overrides overrides;
    overrides.set = set;
    (void)launch::launch_from(description, overrides);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string name_of(std::string_view path) {
  std::filesystem::path folder(path);
  if (folder.filename().empty() || folder.filename() == "launch.toml") folder = folder.parent_path();
  return folder.filename().string();
}

}  // namespace

std::vector<CorpusLaunch> launches_of(const launch::Description& description, std::string_view path) {
  std::vector<CorpusLaunch> launches;
  const auto add = [&](const launch::Parameters& set) {
    if (!can_be(description, set)) return;
    CorpusLaunch launch{name_of(path), name_of(path), description.area, description.suite, std::string(path), {}};
    for (const auto& [name, value] : set) {
      launch.set.push_back(fmt::format("{}={}", name, value));
      launch.id += " " + launch.set.back();
    }
    launches.push_back(std::move(launch));
  };
  add({});
  for (const launch::ParameterSpec& parameter : description.parameters)
    for (const std::int64_t size : std::set<std::int64_t>(parameter.sizes.begin(), parameter.sizes.end()))
      if (size != parameter.value) add({{parameter.name, size}});
  return launches;
}

std::vector<CorpusLaunch> corpus_launches(std::span<const std::string> kernels) {
  const std::vector<std::string> all = kernels.empty() ? launch::corpus_names() : std::vector<std::string>{};
  std::vector<CorpusLaunch> launches;
  for (const std::string& kernel : kernels.empty() ? std::span<const std::string>(all) : kernels)
    std::ranges::move(launches_of(launch::load_kernel(kernel), kernel), std::back_inserter(launches));
  return launches;
}

std::vector<std::size_t> round_robin(std::span<const CorpusLaunch> launches) {
  std::map<std::string, std::size_t> seen;
  std::vector<std::size_t> turn, order(launches.size());
  for (const CorpusLaunch& launch : launches) turn.push_back(seen[launch.kernel]++);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return turn[i]; });
  return order;
}

std::string corpus_digest(std::span<const CorpusLaunch> launches) {
  std::string text;
  std::set<std::string> seen;
  for (const CorpusLaunch& launch : launches) {
    text += launch.id + "\n";
    if (!seen.insert(launch.path).second) continue;
    std::set<std::filesystem::path> files;
    const std::filesystem::path folder = kernel::describe(request_of(launch)).description.file.parent_path();
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.is_regular_file()) files.insert(entry.path());
    for (const std::filesystem::path& file : files) text += file.filename().string() + digest(read_file(file));
  }
  return digest(text);
}

kernel::Request request_of(const CorpusLaunch& launch) {
  kernel::Request request;
  request.path = launch.path;
  request.set = launch.set;
  return request;
}

}  // namespace forewarp::campaign
