// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/instance.hpp"

#include <fmt/format.h>

namespace forewarp::source {
namespace {

// forewarp_probe<&f> as compilers mangle it: between these stands the name of f.
constexpr std::string_view before = "_Z14forewarp_probeIXadL";
constexpr std::string_view after = "EEE";

}  // namespace

// A pointer to each: taking the address instantiates a kernel without our having to know its parameters.
std::string instance_lines(std::span<const std::string> instances) {
  std::string text;
  for (std::size_t i = 0; i < instances.size(); ++i)
    text += fmt::format("auto* forewarp_instance_{} = &{};\n", i, instances[i]);
  return text;
}

std::string probe_lines(std::span<const std::string> instances) {
  if (instances.empty()) return "";
  std::string text = "template <auto F> __device__ __attribute__((used)) int forewarp_probe = 0;\n";
  for (const std::string& instance : instances)
    text += fmt::format("template __device__ int forewarp_probe<&{}>;\n", instance);
  return text;
}

/// The entry whose address the probe variable holds; nothing if it is not exactly one.
std::optional<std::string> probed_entry(std::string_view ptx, std::span<const std::string> entries) {
  std::optional<std::string> found;
  for (const std::string& entry : entries) {
    std::string probe(before);
    probe.append(entry).append(after);
    if (ptx.find(probe) == std::string_view::npos) continue;
    if (found) return std::nullopt;
    found = entry;
  }
  return found;
}

}  // namespace forewarp::source
