// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/trips.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

namespace forewarp::loop {
namespace {

constexpr std::int64_t largest = 1'000'000'000;
constexpr std::size_t max_values = 4096;

template <class Number>
Number number(std::string_view text, std::string_view whole) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0) || value > Number(largest))
    throw InputError(fmt::format("'{}' is no trip count: an average such as 12.5, or a distribution 3:10,4:20", whole));
  return value;
}

/// 12.5 is 12 as often as 13; proportions are kept to a millionth.
TripCount average(double value) {
  constexpr std::int64_t parts = 1'000'000;
  const auto low = static_cast<std::int64_t>(std::floor(value));
  const auto above = static_cast<std::int64_t>(std::llround((value - std::floor(value)) * double(parts)));
  TripCount out{{}, true};
  if (above < parts) out.weights[low] = parts - above;
  if (above > 0) out.weights[low + 1] = above;
  if (out.weights.size() == 1) out.weights.begin()->second = 1;
  return out;
}

std::string text_of(const TripCount& count) {
  std::string text;
  for (const auto& [value, weight] : count.weights)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", value, weight);
  if (!count.is_average) return text;
  double sum = 0, all = 0;
  for (const auto& [value, weight] : count.weights) {
    sum += double(value) * double(weight);
    all += double(weight);
  }
  return fmt::format("{}", sum / all);
}

void check(const TripCount& count) {
  std::int64_t all = 0;
  for (const auto& [value, weight] : count.weights) all += weight;
  if (all <= 0) throw InputError("the weights of a distribution of trip counts are all 0");
  if (count.weights.size() > max_values)
    throw InputError(fmt::format("a distribution of more than {} trip counts: join neighbours", max_values));
}

}  // namespace

TripCount trip_count_of(std::string_view text) {
  if (text.find(':') == std::string_view::npos) return average(number<double>(text, text));
  TripCount out;
  for (const std::string_view pair : split_at(text, ',')) {
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos) (void)number<double>("", text);
    out.weights[number<std::int64_t>(trimmed(pair.substr(0, colon)), text)] +=
        number<std::int64_t>(trimmed(pair.substr(colon + 1)), text);
  }
  check(out);
  return out;
}

TripCount trip_counts_in(std::string_view numbers) {
  TripCount out;
  for (const std::string_view word : words_of(numbers)) ++out.weights[number<std::int64_t>(word, word)];
  check(out);
  return out;
}

Program set_trips(const Program& program, const std::string& name, const TripCount& count) {
  std::vector<std::string> known;
  for (const auto& [each, values] : program.trips) known.push_back(each);
  if (!program.trips.contains(name))
    throw InputError(known.empty()
                         ? fmt::format("trips: the program has no trip count: no loop's bound is read from data")
                         : fmt::format("trips: no trip count '{}'{}", name, did_you_mean(name, known)));
  Program result = program;
  result.trips[name] = count;
  return detail::recorded(std::move(result), program, fmt::format("trips {}={}", name, text_of(count)));
}

}  // namespace forewarp::loop
