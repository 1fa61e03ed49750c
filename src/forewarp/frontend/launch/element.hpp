// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Numbers in the types that a buffer's elements and a kernel's scalars have.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/frontend/launch/expression.hpp"
#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::launch {

/// Whether a buffer or a scalar can have this type: 8 to 64 bits, integer, bits, f16, bf16, f32 or f64.
[[nodiscard]] bool is_element(ptx::Type type);
/// A scalar floating type: f16, bf16, f32, f64.
[[nodiscard]] bool is_real(ptx::Type type);

/// The element type of this name, as PTX calls it or as C does: f32 and float, s32 and int, u64 and uint64_t.
[[nodiscard]] std::optional<ptx::Type> element_from(std::string_view name);
/// What an element of a buffer consists of.
struct ElementType {
  ptx::Type type = ptx::Type::none;
  unsigned lanes = 1;
};
/// An element type, or a vector of 2 or 4 of them: f32x4, float4, half2. CUDA has no other vectors that fill their
/// size.
[[nodiscard]] std::optional<ElementType> vector_element_from(std::string_view name);
/// All of these names, for messages.
[[nodiscard]] std::string element_names();

/// The value's bytes in this type, little endian. Throws InputError naming what when it does not fit: an integer out of
/// range (bit types take signed and unsigned ones), or a real value for an integer type.
[[nodiscard]] std::uint64_t encode(Number value, ptx::Type type, std::string_view what);

/// The value that encode() made these bits from, as a double.
[[nodiscard]] double decode(std::uint64_t bits, ptx::Type type);

}  // namespace forewarp::launch
