// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The pages show what is printed where there is no ptxas: instructions then do not depend on its version.
#include <cstdlib>

namespace {

[[maybe_unused]] const int without_ptxas = ::setenv("FOREWARP_PTXAS", "off", 1);

}  // namespace
