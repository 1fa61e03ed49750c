// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What is restored from a cache entry can be stored and restored again, to the same text.
#include <cstdlib>

#include "forewarp/emulate/profile/stored.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  const auto profile = profile::restored(test::text_of(data, size), {});
  if (!profile) return 0;
  const std::string text = profile::stored(*profile);
  const auto again = profile::restored(text, {});
  if (!again || profile::stored(*again) != text) std::abort();
  return 0;
}
