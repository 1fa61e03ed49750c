// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/registers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "forewarp/frontend/source/resource_usage.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::kernel {
namespace {

std::string text_of(const Allocation& a) {
  return fmt::format("{} {} {} {}", a.registers, a.spill_store_bytes, a.spill_load_bytes, a.frame_bytes);
}

std::optional<Allocation> kept(const source::CacheStore* cache, const std::string& key) {
  const auto text = cache ? cache->get(key) : std::nullopt;
  if (!text) return std::nullopt;
  Allocation a;
  const char* at = text->data();
  const char* const end = at + text->size();
  for (std::uint32_t* number : {&a.registers, &a.spill_store_bytes, &a.spill_load_bytes, &a.frame_bytes}) {
    if (at != end && *at == ' ') ++at;
    const auto [stop, error] = std::from_chars(at, end, *number);
    if (error != std::errc{}) return std::nullopt;  // a damaged entry is none
    at = stop;
  }
  return a;
}

std::optional<Allocation> ask_ptxas(const Kernel& kernel, Progress* progress) {
  const std::string_view target = kernel.module->target.substr(0, kernel.module->target.find(','));
  const auto usage = source::ptxas_usage(kernel.code.ptx, source::parse_arch(target), progress);
  if (!usage || !usage->contains(kernel.launch.entry)) return std::nullopt;
  const source::ResourceUsage& u = usage->at(kernel.launch.entry);
  return Allocation{u.registers, u.spill_store_bytes, u.spill_load_bytes, u.stack_bytes};
}

bool compiled_with_toolkit(const Kernel& kernel) {
  return kernel.code.compiler.starts_with("nvcc") || kernel.code.compiler.starts_with("nvrtc");
}

}  // namespace

Allocation allocation_of(const Kernel& kernel, RegisterSource from, source::CacheStore* cache, Progress* progress) {
  if (from == RegisterSource::estimate) return {};
  if (from == RegisterSource::automatic && !compiled_with_toolkit(kernel)) return {.registers = kernel.code.registers};
  const std::string key =
      digest(kernel.launch.entry + "|" + kernel.code.compiler + "|" + kernel.code.ptx) + ".allocation";
  if (const auto known = kept(cache, key)) return *known;
  const auto answer = ask_ptxas(kernel, progress);
  if (!answer && from == RegisterSource::ptxas)
    throw Unavailable("there is no ptxas to ask for registers (FOREWARP_PTXAS names one), or it refuses this PTX");
  if (answer && cache) cache->put(key, text_of(*answer));
  return answer.value_or(Allocation{});
}

std::uint32_t registers_of(const Kernel& kernel, RegisterSource from, source::CacheStore* cache, Progress* progress) {
  return allocation_of(kernel, from, cache, progress).registers;
}

}  // namespace forewarp::kernel
