// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The text as a set in isl's notation, read and counted within small limits; the formula evaluated and printed.
#include "forewarp/symbolic/sets/count.hpp"
#include "forewarp/symbolic/sets/evaluator.hpp"
#include "fuzz/target.hpp"

namespace {
using namespace forewarp;

void count_all(const std::string& text) {
  test::answer([&] {
    const symbolic::Context context(20'000);
    const symbolic::Set set = symbolic::Set::parse(text, context);
    test::answer([&] {
      const symbolic::Count points =
          symbolic::count(set, {.max_steps = 100, .max_residues = 8, .upper_bound_beyond = true});
      const std::vector<std::int64_t> sizes(points.value.parameters().size(), 5);
      test::answer([&] { static_cast<void>(symbolic::Evaluator(points.value)(sizes)); });
      test::answer([&] { static_cast<void>(points.value.str()); });
      test::answer([&] { static_cast<void>(symbolic::to_cpp(points.value, "points")); });
    });
  });
  test::answer([&] { static_cast<void>(symbolic::Map::parse(text, symbolic::Context(20'000))); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  count_all(test::text_of(data, size));
  return 0;
}
