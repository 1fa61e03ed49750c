// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "forewarp/support/error.hpp"

namespace forewarp::counters {
namespace {

using Named = std::pair<std::string_view, double>;

constexpr std::array<Named, 8> times = {Named{"s", 1}, {"second", 1},     {"ms", 1e-3}, {"msecond", 1e-3},
                                        {"us", 1e-6},  {"usecond", 1e-6}, {"ns", 1e-9}, {"nsecond", 1e-9}};
constexpr std::array<Named, 4> bytes = {Named{"B", 1}, {"byte", 1}, {"sector", 32}, {"wavefront", 128}};
/// Units of counts, which have no size.
constexpr std::array<std::string_view, 13> counts = {"",         "1",         "inst",       "sector", "request",
                                                     "ratio",    "warp",      "block",      "thread", "cycle",
                                                     "register", "wavefront", "instruction"};
constexpr std::array<Named, 4> prefixes = {Named{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}};

template <std::size_t N>
std::optional<double> found(const std::array<Named, N>& names, std::string_view name) {
  for (const auto& [known, factor] : names)
    if (known == name) return factor;
  return std::nullopt;
}

bool is_count(std::string_view name) { return std::find(counts.begin(), counts.end(), name) != counts.end(); }

/// With a prefix K, M, G or T, as Nsight Compute scales its output: "Kbyte" is 1000 bytes.
template <typename Look>
std::optional<double> scaled(std::string_view name, Look look) {
  if (const std::optional<double> plain = look(name)) return plain;
  if (name.size() < 2) return std::nullopt;
  const auto prefix = found(prefixes, name.substr(0, 1));
  const auto rest = look(name.substr(1));
  return prefix && rest ? std::optional(*prefix * *rest) : std::nullopt;
}

/// A kind of quantity and the factor to its base unit. Counts are pure numbers whatever they count,
/// so "sector/request" may become "1", but "byte" never becomes "second".
struct Unit {
  std::string_view kind;
  double factor;
};

/// Bytes per time are a rate; counts per count ("sector/request") a ratio. Sectors and wavefronts
/// are both: 32 and 128 bytes in a rate, pure numbers in a ratio. A count per time (1/second) has
/// no use here and is refused.
std::optional<Unit> rate_of(std::string_view above, std::string_view below) {
  const auto time = found(times, below);
  const auto size = scaled(above, [](std::string_view n) { return found(bytes, n); });
  if (time && size) return Unit{"rate", *size / *time};
  if (time) return std::nullopt;
  if (size && (below == "block" || below == "thread")) return Unit{"bytes", *size};
  return is_count(above) && is_count(below) ? std::optional(Unit{"ratio", 1}) : std::nullopt;
}

Unit unit_called(std::string_view name) {
  if (name == "%") return {"ratio", 0.01};
  if (const std::size_t slash = name.find('/'); slash != std::string_view::npos) {
    if (const auto rate = rate_of(name.substr(0, slash), name.substr(slash + 1))) return *rate;
  } else if (const auto time = found(times, name)) {
    return {"time", *time};
  } else if (const auto count =
                 scaled(name, [](std::string_view n) { return is_count(n) ? std::optional(1.0) : std::nullopt; })) {
    return {"ratio", *count};
  } else if (const auto size = scaled(name, [](std::string_view n) { return found(bytes, n); })) {
    return {"bytes", *size};
  }
  throw InputError(fmt::format("unit '{}' is not known", name));
}

}  // namespace

/// Example: from "Gbyte/second" to "B/s" 1e9; different kinds cannot be converted.
double unit_factor(std::string_view from, std::string_view to) {
  const Unit a = unit_called(from), b = unit_called(to);
  if (a.kind != b.kind) throw InputError(fmt::format("unit '{}' cannot become '{}'", from, to));
  return a.factor / b.factor;
}

}  // namespace forewarp::counters
