// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The text as each short form of the command line that holds expressions.
#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/expression.hpp"
#include "forewarp/frontend/launch/fill_spec.hpp"
#include "fuzz/target.hpp"

namespace {
using namespace forewarp;

void read_all(const std::string& text) {
  const launch::Parameters names{{"n", 1024}, {"m", -3}, {"BLOCK", 16}};
  test::answer([&] {
    const auto expression = launch::Expression::parse(text);
    test::answer([&] { static_cast<void>(expression.evaluate(names)); });
    test::answer([&] { static_cast<void>(expression.integer(names)); });
    static_cast<void>(expression.names());
    static_cast<void>(expression.bare_name());
  });
  test::answer([&] { static_cast<void>(launch::parse_shape(text)); });
  test::answer([&] { static_cast<void>(launch::evaluate(launch::parse_fill(text), names)); });
  test::answer([&] { static_cast<void>(launch::parse_argument(text)); });
  test::answer([&] {
    launch::Parameters set = names;
    launch::parse_setting(text, set);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read_all(test::text_of(data, size));
  return 0;
}
