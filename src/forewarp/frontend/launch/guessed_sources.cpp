// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/guessed_sources.hpp"

#include <set>

namespace forewarp::launch {

GuessedSources guessed_sources(const Launch& launch, const analysis::Dependence& dependence,
                               const analysis::Sources& sources) {
  std::set<std::size_t> values, contents;
  for (std::size_t w = 0; w < dependence.words.size(); ++w) {
    if (sources.values.test(w)) values.insert(dependence.words[w].parameter);
    if (sources.contents.test(w)) contents.insert(dependence.words[w].parameter);
  }
  GuessedSources out;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const Argument& argument = launch.arguments[i];
    if (!argument.guessed) continue;
    const bool is_buffer = std::holds_alternative<Buffer>(argument.value);
    if (values.contains(i) && !is_buffer) out.numbers.push_back(argument.name);
    if (contents.contains(i) && is_buffer) out.contents.push_back(argument.name);
  }
  return out;
}

}  // namespace forewarp::launch
