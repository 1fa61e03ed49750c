// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/instance.hpp"

#include <set>

#include <fmt/format.h>

#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace {

// forewarp_probe<&f> as compilers mangle it. The mangled name of f is not a part of it: its back references count from
// the beginning of the whole name. Demangled, it is "forewarp_probe<&(void f<true>(int*))>".
constexpr std::string_view probe_begin = "_Z14forewarp_probeI";
constexpr std::string_view before = "forewarp_probe<&(", after = ")>";

std::set<std::string> probed_functions(std::string_view ptx) {
  std::set<std::string> found;
  for (std::size_t at = ptx.find(probe_begin); at != std::string_view::npos; at = ptx.find(probe_begin, at + 1)) {
    std::size_t end = at;
    while (end < ptx.size() && (is_word(ptx[end]) || ptx[end] == '$')) ++end;
    const std::string name = demangled(ptx.substr(at, end - at));
    if (name.starts_with(before) && name.ends_with(after))
      found.insert(name.substr(before.size(), name.size() - before.size() - after.size()));
  }
  return found;
}

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
  const std::set<std::string> probed = probed_functions(ptx);
  std::optional<std::string> found;
  for (const std::string& entry : entries) {
    if (!probed.contains(demangled(entry))) continue;
    if (found) return std::nullopt;
    found = entry;
  }
  return found;
}

}  // namespace forewarp::source
