// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Membership of a value in a short set, mostly of enumerators. A `switch` is for code that treats every enumerator;
/// what picks out a few of a long list asks this and needs no `default:`.
namespace forewarp {

/// is_one_of(type, Type::u8, Type::s8): whether the value equals one of the others.
template <typename Value, typename... Others>
[[nodiscard]] constexpr bool is_one_of(Value value, Others... others) {
  return ((value == others) || ...);
}

}  // namespace forewarp
