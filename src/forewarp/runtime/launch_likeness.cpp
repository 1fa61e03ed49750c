// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/launch_likeness.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "forewarp/runtime/clusters.hpp"
#include "forewarp/runtime/replay.hpp"

namespace forewarp::runtime {
namespace {

constexpr double alike = 0.01;  ///< relative difference in instructions up to which a launch is the same
/// Relative difference in predicted time up to which two counted launches are one.
constexpr double alike_time = 0.02;

template <typename Number>
void append_number(std::string& key, const Number& value) {
  key.append(reinterpret_cast<const char*>(&value),
             sizeof(Number));  // NOLINT(bugprone-sizeof-expression): an address, too
}

double instructions_over(const Distinct& d, std::uint64_t executed) {
  return (static_cast<double>(executed) + 1) / (static_cast<double>(d.executed) + 1);
}

}  // namespace

std::string family_key(const LaunchRequest& r) {
  std::string key;
  append_number(key, r.kernel);
  append_number(key, r.grid);
  append_number(key, r.block);
  append_number(key, r.dynamic_shared_bytes);
  append_number(key, r.cooperative);
  append_number(key, cluster_of(r).value_or(launch::Dim3{}));
  return key;
}

std::uint64_t exact_key(const LaunchRequest& r) {
  std::string key = family_key(r);
  for (const auto& a : r.arguments) key.append(reinterpret_cast<const char*>(a.data()), a.size());
  return hash_bytes(std::as_bytes(std::span(key)));
}

std::string arguments_key(const LaunchRequest& r, Arena& arena) {
  std::string key;
  for (const auto& bytes : r.arguments)
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      const std::size_t size = std::min(sizeof word, bytes.size() - at);
      std::memcpy(&word, bytes.data() + at, size);
      const Allocation* a = size == sizeof word ? arena.find(word) : nullptr;
      if (!a) {
        append_number(key, word);
        continue;
      }
      key += '*';
      append_number(key, a->bytes);
      append_number(key, a->kind);
      append_number(key, word - a->address());
    }
  return key;
}

const Distinct& nearest(const std::vector<const Distinct*>& variants, std::uint64_t executed) {
  const auto distance = [&](const Distinct* d) { return std::abs(std::log(instructions_over(*d, executed))); };
  return **std::ranges::min_element(variants, {}, distance);
}

bool is_alike(const Distinct& d, std::uint64_t executed) {
  const auto a = static_cast<double>(d.executed), b = static_cast<double>(executed);
  return std::abs(a - b) <= alike * std::max(a, b);
}

bool takes_as_long(const Distinct& a, const Distinct& b) {
  const auto same = [](const DeviceTime& x, const DeviceTime& y) {
    return std::abs(x.seconds - y.seconds) <= alike_time * std::max(x.seconds, y.seconds);
  };
  return std::ranges::equal(a.times, b.times, same);
}

double factor_of(const Distinct& d, std::uint64_t executed) {
  return is_alike(d, executed) ? 1 : instructions_over(d, executed);
}

double scaled_seconds(double seconds, double factor, double launch_overhead_s) {
  const double fixed = std::min(seconds, launch_overhead_s);
  return fixed + (seconds - fixed) * factor;
}

}  // namespace forewarp::runtime
