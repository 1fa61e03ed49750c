// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "measured_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "forewarp/support/error.hpp"

namespace forewarp::tool {
namespace {

/// Reads a number off the front; false when there is none.
template <typename Number>
bool take(std::string_view& text, Number& value) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return true;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// Seconds in the unit at the front; 0 when there is none.
double take_unit(std::string_view& text) {
  if (take(text, std::string_view("ms"))) return 1e-3;
  if (take(text, std::string_view("us"))) return 1e-6;
  if (take(text, std::string_view("ns"))) return 1e-9;
  return take(text, std::string_view("s")) ? 1 : 0;
}

}  // namespace

MeasuredText parse_measured(const std::string& text) {
  MeasuredText result;
  std::string_view rest = text;
  double unit = 0;
  const bool understood = take(rest, result.time_s) && (unit = take_unit(rest)) > 0 &&
                          take(rest, std::string_view("@")) && take(rest, result.blocks) &&
                          take(rest, std::string_view("x")) && take(rest, result.threads) && rest.empty();
  result.time_s *= unit;
  if (!understood || !(result.time_s > 0) || !std::isfinite(result.time_s) || result.blocks == 0 || result.threads == 0)
    throw InputError(fmt::format(
        "--measured {}: expected TIME@BLOCKSxTHREADS with a unit of s, ms, us or ns, as 14.5ms@208x128", text));
  return result;
}

MeasuredRun parse_measured_run(const std::string& text) {
  MeasuredRun result;
  std::string_view rest = text;
  double unit = 0;
  bool understood =
      take(rest, result.time_s) && (unit = take_unit(rest)) > 0 && take(rest, std::string_view("@")) && !rest.empty();
  result.time_s *= unit;
  while (understood && !rest.empty()) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    if (item.find('=') != std::string_view::npos)
      result.set.emplace_back(item);
    else if (result.device.empty() && !item.empty())
      result.device = item;
    else
      understood = false;
  }
  if (!understood || !(result.time_s > 0) || !std::isfinite(result.time_s) || result.device.empty())
    throw InputError(fmt::format(
        "--measured {}: expected TIME@DEVICE[,NAME=VALUE...] with a unit of s, ms, us or ns, as 1.3ms@K20,n=1024",
        text));
  return result;
}

ClockedRun parse_clocked_run(const std::string& text) {
  ClockedRun run;
  std::string_view rest = text;
  bool understood = true;
  do {
    double value = 0;
    understood = take(rest, value) && value > 0 && std::isfinite(value);
    if (!understood) break;
    if (take(rest, std::string_view("W"))) {
      understood = run.power_w == 0;
      run.power_w = value;
    } else {
      const double unit = take_unit(rest);
      understood = unit > 0 && run.time_s == 0;
      run.time_s = value * unit;
    }
  } while (understood && take(rest, std::string_view(",")));
  if (understood && take(rest, std::string_view("@")))
    run.clocks = campaign::clocks_from(rest);
  else
    understood = understood && rest.empty();
  if (!understood)
    throw InputError(fmt::format(
        "--measured {}: with --what expected TIME, POWER or both, and the clocks in MHz, as 0.87ms,208W@1380/877",
        text));
  return run;
}

}  // namespace forewarp::tool
