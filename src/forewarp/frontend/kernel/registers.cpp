// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/registers.hpp"

#include <charconv>
#include <optional>

#include "forewarp/frontend/source/resource_usage.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::kernel {
namespace {

std::optional<std::uint32_t> kept(const source::CacheStore* cache, const std::string& key) {
  const auto text = cache ? cache->get(key) : std::nullopt;
  std::uint32_t count = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), count).ec != std::errc{}) return std::nullopt;
  return count;
}

std::optional<std::uint32_t> ask_ptxas(const Kernel& kernel, Progress* progress) {
  const std::string_view target = kernel.module->target.substr(0, kernel.module->target.find(','));
  const auto usage = source::ptxas_usage(kernel.code.ptx, source::parse_arch(target), progress);
  if (!usage || !usage->contains(kernel.launch.entry)) return std::nullopt;
  return usage->at(kernel.launch.entry).registers;
}

bool compiled_with_toolkit(const Kernel& kernel) {
  return kernel.code.compiler.starts_with("nvcc") || kernel.code.compiler.starts_with("nvrtc");
}

}  // namespace

std::uint32_t registers_of(const Kernel& kernel, RegisterSource from, source::CacheStore* cache, Progress* progress) {
  if (from == RegisterSource::estimate) return 0;
  if (from == RegisterSource::automatic && !compiled_with_toolkit(kernel)) return kernel.code.registers;
  const std::string key =
      digest(kernel.launch.entry + "|" + kernel.code.compiler + "|" + kernel.code.ptx) + ".registers";
  if (const auto count = kept(cache, key)) return *count;
  const auto count = ask_ptxas(kernel, progress);
  if (!count && from == RegisterSource::ptxas)
    throw Unavailable("there is no ptxas to ask for registers (FOREWARP_PTXAS names one), or it refuses this PTX");
  if (count && cache) cache->put(key, std::to_string(*count));
  return count.value_or(0);
}

}  // namespace forewarp::kernel
