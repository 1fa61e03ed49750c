// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The text as each of the files that tuners write: JSON (T1 input, a cache, T4 results), a script, a list of
// configurations, a restriction.
#include "forewarp/model/rank/tuner/tuning_file.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/python/expression.hpp"
#include "fuzz/target.hpp"

namespace {
using namespace forewarp;

void enumerate(const rank::Space& space) {
  std::size_t points = 1;
  for (const rank::Dimension& dimension : space.dimensions) {
    FOREWARP_ASSERT(!dimension.values.empty(), "a dimension has a value");
    points *= dimension.values.size();
    if (points > 1000) return;
  }
  for (const rank::Configuration& configuration : rank::configurations(space))
    FOREWARP_ASSERT(configuration.size() == space.dimensions.size(), "a configuration has a value of each dimension");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = test::text_of(data, size);
  test::answer([&] { enumerate(rank::parse_tuning_json(text, "fuzz.json").space); });
  test::answer([&] {
    for (const auto& [configuration, time_s] : rank::parse_tuning_json(text, "fuzz.json", "time").measured_s)
      FOREWARP_ASSERT(time_s > 0, "a measured time is above 0");
  });
  test::answer([&] { enumerate(rank::parse_tuning_script(text, "fuzz.py").space); });
  test::answer([&] { enumerate(rank::parse_configurations(text, "fuzz.csv", "ms").space); });
  test::answer([&] {
    const auto x = python::Value{std::int64_t{3}};
    static_cast<void>(python::Expression::parse_restriction(text).evaluate({{"x", x}, {"y", x}}));
  });
  return 0;
}
