// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/names.hpp"

#include <algorithm>
#include <iterator>

#include "forewarp/support/closest.hpp"

namespace forewarp::device::detail {
namespace {

constexpr std::size_t longest_word = 64;  // longer than any name; the distance is quadratic

bool is_filler(char c) { return std::string_view(" -_()/\t").find(c) != std::string_view::npos; }

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : name)
    if (!is_filler(c))
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  if (words.back().empty()) words.pop_back();
  return words;
}

/// Whether each word typed is one of the name but for a letter or two; those with digits must be right.
bool has_words_like(const std::vector<std::string>& typed, const std::string& name) {
  const std::vector<std::string> words = words_of(name);
  const auto is_there = [&](const std::string& word) {
    const bool exact = std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    const std::size_t edits = exact ? 0 : word.size() / 4;
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& w) { return edit_distance(word, w) <= edits; });
  };
  return !typed.empty() && std::all_of(typed.begin(), typed.end(), is_there);
}

}  // namespace

/// "GeForce RTX 2080 Ti", "geforce-rtx-2080ti" and "GEFORCE_RTX2080TI" are one name: lower case
/// without fillers.
std::string canonical(std::string_view name) {
  std::string key;
  for (const char c : name)
    if (!is_filler(c)) key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return key;
}

/// Names that contain the word, or that it contains, before names of a small edit distance: for
/// "2080" that is every 2080, although "K80" is closer by distance. Where there are none, names whose words are like
/// those of the word: "Jetsn Orin" is far from "Jetson Orin NX 8GB" as a whole.
std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t count) {
  const std::string key = canonical(word).substr(0, longest_word);
  const auto holds = [&](const std::string& name) {
    const std::string other = canonical(name);
    return !key.empty() && (other.find(key) != std::string::npos || key.find(other) != std::string::npos);
  };
  std::vector<std::string> nearest;
  std::copy_if(names.begin(), names.end(), std::back_inserter(nearest), holds);
  std::stable_sort(nearest.begin(), nearest.end(), [&](const std::string& a, const std::string& b) {
    return edit_distance(key, canonical(a)) < edit_distance(key, canonical(b));
  });
  for (const std::string& name : closest(word.substr(0, longest_word), names, count))
    if (std::find(nearest.begin(), nearest.end(), name) == nearest.end()) nearest.push_back(name);
  if (nearest.empty()) {
    const std::vector<std::string> typed = words_of(word.substr(0, longest_word));
    std::copy_if(names.begin(), names.end(), std::back_inserter(nearest),
                 [&](const std::string& name) { return has_words_like(typed, name); });
  }
  if (nearest.size() > count) nearest.resize(count);
  return nearest;
}

}  // namespace forewarp::device::detail
