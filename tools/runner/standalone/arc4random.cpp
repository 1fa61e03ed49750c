// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// libstdc++ brings std::random_device into every program that links it whole, and with it this function of glibc 2.36;
/// with one of our own the binary runs on 2.35 (Ubuntu 22.04) as well.
#include <sys/random.h>

#include <cstdint>

extern "C" std::uint32_t arc4random() noexcept {
  std::uint32_t bits = 0;
  while (::getrandom(&bits, sizeof bits, 0) != static_cast<ssize_t>(sizeof bits)) {
  }
  return bits;
}
