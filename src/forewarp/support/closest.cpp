// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/closest.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace forewarp {
namespace {

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (same_letter(a[i], b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

/// So many letters are meant as the beginning of a name that goes on with them.
constexpr std::size_t least_beginning = 4;

std::vector<std::string> closest(std::string_view name, std::span<const std::string> candidates, std::size_t most) {
  std::vector<std::pair<std::size_t, std::string>> near;
  const std::string_view typed = name.substr(0, 100);
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(typed, candidate);
    const bool begins = typed.size() >= least_beginning && edit_distance(typed, candidate.substr(0, typed.size())) == 0;
    if (begins || distance <= std::max<std::size_t>(2, typed.size() / 3)) near.emplace_back(distance, candidate);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<std::string> names;
  for (const auto& [distance, candidate] : near)
    if (names.size() < most && std::find(names.begin(), names.end(), candidate) == names.end())
      names.push_back(candidate);
  return names;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  std::string text;
  for (const std::string& candidate : closest(name, candidates))
    text += (text.empty() ? " (did you mean '" : " or '") + candidate + "'";
  return text.empty() ? text : text + "?)";
}

}  // namespace forewarp
