// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands.hpp"

int main() { fmt::print("{}", forewarp::tool::manual_page()); }
