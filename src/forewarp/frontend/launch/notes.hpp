// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Notes of a launch that other stages look for.
#include <string_view>

namespace forewarp::launch {

/// Begins the note about dynamic shared memory that the program asks for and that could not be told. A kernel that then
/// leaves its shared memory is answered with it.
inline constexpr std::string_view unknown_shared_note = "dynamic shared memory is not known: ";

/// Begins the note about an argument that was guessed: "guessed: argument 2 of 3, n, is 1024 (--arg n=... sets it)".
inline constexpr std::string_view guessed_note = "guessed: argument ";

}  // namespace forewarp::launch
