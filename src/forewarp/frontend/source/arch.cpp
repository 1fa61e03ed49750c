// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/arch.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/support/error.hpp"

namespace forewarp::source {
namespace {

[[noreturn]] void bad_arch(std::string_view text) {
  throw InputError(fmt::format("{}: not an architecture; expected something like sm_80 or 8.0", text));
}

int parse_number(std::string_view digits, std::string_view whole) {
  int n = 0;
  const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
  if (ec != std::errc{} || end != digits.data() + digits.size() || n < 0 || n > 999) bad_arch(whole);
  return n;
}

}  // namespace

Arch parse_arch(std::string_view text) {
  std::string_view rest = text;
  for (const std::string_view prefix : {"sm_", "compute_"})
    if (rest.starts_with(prefix)) rest.remove_prefix(prefix.size());
  Arch arch;
  if (rest.ends_with('a') || rest.ends_with('f')) arch.suffix = rest.back(), rest.remove_suffix(1);
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos)
    arch.number = parse_number(rest, text);
  else
    arch.number = 10 * parse_number(rest.substr(0, dot), text) + parse_number(rest.substr(dot + 1), text);
  if (arch.number < 10) bad_arch(text);
  return arch;
}

ArchChoice choose_arch(const std::optional<Arch>& asked, const std::optional<Arch>& device,
                       const std::vector<int>& known, std::string_view compiler) {
  FOREWARP_ASSERT(!known.empty(), "a compiler has at least one target");
  if (asked) {
    if (std::ranges::find(known, asked->number) == known.end())
      throw InputError(fmt::format("{}: {} cannot compile for it; it knows sm_{}", asked->str(), compiler,
                                   fmt::join(known, ", sm_")));
    return {*asked, ""};
  }
  const Arch wish = device.value_or(Arch{default_arch_number, ""});
  const auto above = std::ranges::upper_bound(known, wish.number);
  if (above == known.begin()) {
    const Arch lowest{known.front(), ""};
    return {lowest, fmt::format("compiled for {}, the oldest target that {} has; the device is {}", lowest.str(),
                                compiler, wish.str())};
  }
  const Arch nearest{*std::prev(above), ""};
  if (nearest.number == wish.number || !device) return {nearest, ""};
  return {nearest, fmt::format("compiled for {}, the nearest target that {} has to the device's {}", nearest.str(),
                               compiler, wish.str())};
}

}  // namespace forewarp::source
