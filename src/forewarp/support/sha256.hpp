// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) with it: processes that work together prove to each other that they belong
/// together. For keys of a cache there is digest() (file.hpp), which is faster and no defence.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace forewarp {

using Sha256 = std::array<std::uint8_t, 32>;

[[nodiscard]] Sha256 sha256(std::string_view bytes);
/// Keys of any length.
[[nodiscard]] Sha256 hmac_sha256(std::string_view key, std::string_view bytes);
/// So many bytes that cannot be guessed, from the operating system. Throws Unavailable where it gives none.
[[nodiscard]] std::string secret_bytes(std::size_t count);
/// Whether the texts are equal, in a time that does not depend on where they differ.
[[nodiscard]] bool equal_secrets(std::string_view one, std::string_view other);

}  // namespace forewarp
