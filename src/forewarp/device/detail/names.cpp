// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/device/detail/names.hpp"

#include <algorithm>
#include <tuple>

namespace forewarp::device::detail {
namespace {

constexpr std::size_t longest_word = 64;  // what is longer than any name is cut: the distance is quadratic

bool is_filler(char c) { return std::string_view(" -_()/\t").find(c) != std::string_view::npos; }

}  // namespace

std::string canonical(std::string_view name) {
  std::string key;
  for (const char c : name)
    if (!is_filler(c)) key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return key;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  a = a.substr(0, longest_word);
  b = b.substr(0, longest_word);
  std::vector<std::size_t> before, previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, change});
      const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    before = previous;
    std::swap(previous, current);
  }
  return previous[b.size()];
}

std::vector<std::string> closest(std::string_view word, const std::vector<std::string>& names, std::size_t count) {
  const std::string key = canonical(word).substr(0, longest_word);
  std::vector<std::tuple<std::size_t, std::string>> ranked;
  for (const std::string& name : names) {
    const std::string other = canonical(name);
    const bool contains =
        !key.empty() && (other.find(key) != std::string::npos || key.find(other) != std::string::npos);
    const std::size_t distance = edit_distance(key, other);
    if (contains || distance <= 1 + key.size() / 3) ranked.emplace_back(contains ? distance / 4 : distance, name);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> nearest;
  for (const auto& [distance, name] : ranked)
    if (nearest.size() < count) nearest.push_back(name);
  return nearest;
}

}  // namespace forewarp::device::detail
