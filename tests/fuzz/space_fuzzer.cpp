// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The text as a --vary and as a space file, with all configurations of it.
#include "forewarp/model/rank/space.hpp"
#include "fuzz/target.hpp"

namespace {
using namespace forewarp;

void enumerate(const rank::Space& space) {
  std::size_t points = 1;
  for (const rank::Dimension& dimension : space.dimensions) points *= dimension.values.size();
  if (points < 1000) static_cast<void>(rank::configurations(space));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = test::text_of(data, size);
  test::answer([&] { enumerate({{rank::parse_dimension(text)}, {}}); });
  test::answer([&] { enumerate(rank::parse_space(text, "fuzz.toml")); });
  return 0;
}
