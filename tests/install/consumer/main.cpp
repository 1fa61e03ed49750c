// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "forewarp/support/statistics.hpp"

int main() {
  const double x[] = {1, 2, 3};
  std::printf("%g\n", forewarp::median(x));
  return forewarp::median(x) == 2 ? 0 : 1;
}
