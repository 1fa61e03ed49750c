// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// In the place of ptx/detail/name_map.cpp, whose std::random_device wants a C library of 2022: what the runner looks
/// up are the names of types, of which nobody can add any.
#include "forewarp/frontend/ptx/detail/name_map.hpp"

namespace forewarp::ptx::detail {

std::uint64_t hash_seed() { return 0x9e3779b97f4a7c15u; }

}  // namespace forewarp::ptx::detail
