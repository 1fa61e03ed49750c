// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The texts that listings show.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace forewarp::report::views {

/// More than a page should hold.
constexpr std::size_t max_source_bytes = 200'000;

/// Lines are numbered from 1.
void for_each_line(const std::string& text, const std::function<void(std::uint64_t, std::string_view)>& visit);

/// Of a file as it is named, or among what ships. Throws InputError where it is in neither place or larger than
/// max_source_bytes.
[[nodiscard]] std::string source_text(const std::string& file);

}  // namespace forewarp::report::views
