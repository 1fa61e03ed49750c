// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Compiled once for each instruction set; only built-in types are used, since a function of the library that came out
// of here would run on other processors, too.
#include "forewarp/emulate/machine/quick_access.hpp"

#include <type_traits>

#include "forewarp/emulate/lanes/scalar/quick.hpp"
#include "forewarp/emulate/machine/gather.hpp"

namespace forewarp::emu {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <std::size_t bytes>
using Unsigned = std::conditional_t<bytes == 4, u32, u64>;

template <class Address, unsigned elements, class Value>
QuickAccess load_into(unsigned register_bytes) {
  constexpr auto classified = &lanes::classify_lanes<Address, elements * sizeof(Value)>;
  if constexpr (elements == 1 && sizeof(Value) >= 4)
    if (register_bytes == sizeof(Value)) return {classified, &lanes::gather_lanes<Address, Unsigned<sizeof(Value)>>};
  if (register_bytes == 8) return {classified, &lanes::load_lanes<Address, elements, Value, u64>};
  if (register_bytes == 4 && sizeof(Value) <= 4) return {classified, &lanes::load_lanes<Address, elements, Value, u32>};
  if (register_bytes == 2 && sizeof(Value) <= 2)
    return {classified, &lanes::load_lanes<Address, elements, Value, std::uint16_t>};
  return {};
}

template <class Address, unsigned elements, class Value>
QuickAccess store_from(unsigned register_bytes) {
  constexpr auto classified = &lanes::classify_lanes<Address, elements * sizeof(Value)>;
  if (register_bytes == 8) return {classified, &lanes::store_lanes<Address, elements, Value, u64>};
  if (register_bytes <= 4 && sizeof(Value) <= 4)
    return {classified, &lanes::store_lanes<Address, elements, Value, u32>};
  return {};
}

template <class Address, unsigned elements, class Value, class Signed>
QuickAccess access_of(const QuickShape& s) {
  if (s.is_store) return store_from<Address, elements, Value>(s.register_bytes);
  return s.is_signed ? load_into<Address, elements, Signed>(s.register_bytes)
                     : load_into<Address, elements, Value>(s.register_bytes);
}

template <class Address, unsigned elements>
QuickAccess elements_of(const QuickShape& s) {
  switch (s.element_bytes) {
    case 1:
      return access_of<Address, elements, std::uint8_t, std::int8_t>(s);
    case 2:
      return access_of<Address, elements, std::uint16_t, std::int16_t>(s);
    case 4:
      return access_of<Address, elements, u32, std::int32_t>(s);
    case 8:
      return access_of<Address, elements, u64, u64>(s);
    default:
      return {};
  }
}

template <class Address>
QuickAccess addressed(const QuickShape& s) {
  switch (s.elements) {
    case 1:
      return elements_of<Address, 1>(s);
    case 2:
      return elements_of<Address, 2>(s);
    case 4:
      return elements_of<Address, 4>(s);
    default:
      return {};
  }
}

}  // namespace

QuickAccess FOREWARP_QUICK_ISA::quick_access_of(const QuickShape& shape) {
  return shape.address_is_64 ? addressed<u64>(shape) : addressed<u32>(shape);
}

}  // namespace forewarp::emu
