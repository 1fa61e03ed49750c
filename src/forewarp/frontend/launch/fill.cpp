// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/fill.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "forewarp/frontend/launch/csr.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/file_fill.hpp"
#include "forewarp/frontend/launch/permutation.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/half.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::launch {
namespace {

/// A source from a function of the element's index that returns the element as T. A range may begin and end inside an
/// element. Each range works on a copy of the function, which may keep a position: ranges can be filled in any order
/// and by any thread with the same result.
template <class T, class ElementAt>
PageSource elements(ElementAt element_at) {
  return [element_at](std::uint64_t offset, std::span<std::byte> out) {
    ElementAt at = element_at;
    std::uint64_t index = offset / sizeof(T);
    if (const std::uint64_t skipped = offset % sizeof(T); skipped != 0 && !out.empty()) {
      const T value = at(index++);
      const std::size_t taken = std::min<std::size_t>(sizeof(T) - skipped, out.size());
      std::memcpy(out.data(), reinterpret_cast<const std::byte*>(&value) + skipped, taken);
      out = out.subspan(taken);
    }
    const std::size_t whole = out.size() / sizeof(T);
    for (std::size_t i = 0; i < whole; ++i) {
      const T value = at(index + i);
      std::memcpy(out.data() + i * sizeof(T), &value, sizeof(T));
    }
    if (const std::size_t rest = out.size() % sizeof(T); rest != 0) {
      const T value = at(index + whole);
      std::memcpy(out.data() + whole * sizeof(T), &value, rest);
    }
  };
}

/// A source of integers, cut to the width of the element.
template <class IntegerAt>
PageSource integers(ptx::Type type, IntegerAt at) {
  switch (ptx::size_of(type)) {
    case 1:
      return elements<std::uint8_t>([at](std::uint64_t i) mutable { return static_cast<std::uint8_t>(at(i)); });
    case 2:
      return elements<std::uint16_t>([at](std::uint64_t i) mutable { return static_cast<std::uint16_t>(at(i)); });
    case 4:
      return elements<std::uint32_t>([at](std::uint64_t i) mutable { return static_cast<std::uint32_t>(at(i)); });
    default:
      return elements<std::uint64_t>([at](std::uint64_t i) mutable { return static_cast<std::uint64_t>(at(i)); });
  }
}

/// A source of real numbers, rounded to the element.
template <class RealAt>
PageSource reals(ptx::Type type, RealAt at) {
  if (type == ptx::Type::f64)
    return elements<double>([at](std::uint64_t i) mutable { return static_cast<double>(at(i)); });
  if (type == ptx::Type::f32)
    return elements<float>([at](std::uint64_t i) mutable { return static_cast<float>(at(i)); });
  if (type == ptx::Type::f16)
    return elements<std::uint16_t>([at](std::uint64_t i) mutable { return float_to_f16(static_cast<float>(at(i))); });
  return elements<std::uint16_t>([at](std::uint64_t i) mutable { return float_to_bf16(static_cast<float>(at(i))); });
}

/// A source of the integers that at returns, in an element type of either sort.
template <class IntegerAt>
PageSource numbers(ptx::Type type, IntegerAt at) {
  if (is_real(type)) return reals(type, [at](std::uint64_t i) mutable { return static_cast<double>(at(i)); });
  return integers(type, at);
}

[[noreturn]] void refuse(const Fill& fill, std::string_view message) {
  throw InputError(fmt::format("fill with low {} and high {}: {}", fill.low, fill.high, message));
}

std::int64_t to_integer(const Fill& fill, double value) {
  if (!(std::abs(value) < 9.2e18) || std::trunc(value) != value) refuse(fill, "integers were expected");
  return static_cast<std::int64_t>(value);
}

/// The bits of the value as an integer of the same width.
PageSource constant(const Buffer& buffer) {
  const std::uint64_t bits = encode(buffer.fill.low, buffer.element, "constant fill");
  return integers(buffer.element, [bits](std::uint64_t) { return bits; });
}

/// low, low + step, ..: the first and the last element must fit the type; unsigned arithmetic wraps like the type.
PageSource iota(const Buffer& buffer) {
  const double low = buffer.fill.low, step = buffer.fill.high;
  if (is_real(buffer.element))
    return reals(buffer.element, [=](std::uint64_t i) { return low + step * static_cast<double>(i); });
  const auto first = static_cast<std::uint64_t>(to_integer(buffer.fill, low));
  const auto stride = static_cast<std::uint64_t>(to_integer(buffer.fill, step));
  const double last = low + step * static_cast<double>(buffer.count - 1);
  (void)encode(to_integer(buffer.fill, low), buffer.element, "iota fill, first element");
  if (std::abs(last) < 9e15) (void)encode(last, buffer.element, "iota fill, last element");
  return integers(buffer.element, [=](std::uint64_t i) { return first + stride * i; });
}

/// Two neighbours share one random word, 32 bits each, of which 24 become a float. The result stays below `high`
/// although rounding could reach it. Ranges that are aligned to 8 bytes take the fast path without an index per
/// element.
PageSource uniform_f32(const Fill& fill) {
  const auto low = static_cast<float>(fill.low);
  const auto scale = static_cast<float>((fill.high - fill.low) * 0x1p-24);
  const float below_high = std::nextafter(static_cast<float>(fill.high), -std::numeric_limits<float>::infinity());
  const float most = std::max(low, below_high);
  const std::uint64_t key = mix(fill.seed);
  const auto value = [=](std::uint32_t bits) {
    return std::min(low + scale * static_cast<float>(static_cast<std::int32_t>(bits >> 8)), most);
  };
  PageSource edges = elements<float>(
      [=](std::uint64_t i) { return value(static_cast<std::uint32_t>(random_bits(key, i / 2) >> (i % 2 * 32))); });
  return [=](std::uint64_t offset, std::span<std::byte> out) {
    if (offset % 8 != 0 || out.size() % 8 != 0) return edges(offset, out);
    for (std::size_t pair = 0; pair < out.size() / 8; ++pair) {
      const std::uint64_t bits = random_bits(key, offset / 8 + pair);
      const std::array both{value(static_cast<std::uint32_t>(bits)), value(static_cast<std::uint32_t>(bits >> 32))};
      std::memcpy(out.data() + pair * 8, both.data(), 8);
    }
  };
}

PageSource uniform(const Buffer& buffer) {
  const Fill& fill = buffer.fill;
  const std::uint64_t key = mix(fill.seed);
  if (!std::isfinite(fill.low) || !std::isfinite(fill.high) || !std::isfinite(fill.high - fill.low) ||
      fill.low >= fill.high)
    refuse(fill, "uniform needs low < high");
  if (buffer.element == ptx::Type::f32) return uniform_f32(fill);
  if (is_real(buffer.element)) {
    const double low = fill.low, scale = (fill.high - fill.low) * 0x1p-53;
    return reals(buffer.element,
                 [=](std::uint64_t i) { return low + scale * static_cast<double>(random_bits(key, i) >> 11); });
  }
  const std::int64_t low = to_integer(fill, fill.low), high = to_integer(fill, fill.high);
  (void)encode(low, buffer.element, "uniform fill, low");
  (void)encode(high - 1, buffer.element, "uniform fill, high - 1");
  const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  return integers(buffer.element, [=](std::uint64_t i) {
    return static_cast<std::uint64_t>(low) + scaled_below(random_bits(key, i), range);
  });
}

/// Box and Muller 1958: two uniform numbers give two normal ones, here elements 2i (cosine) and 2i + 1 (sine), which
/// both use the words of index 2i + 1.
PageSource normal(const Buffer& buffer) {
  const Fill& fill = buffer.fill;
  if (!is_real(buffer.element)) refuse(fill, "normal needs a floating element type");
  if (!std::isfinite(fill.low) || !std::isfinite(fill.high) || fill.high < 0)
    refuse(fill, "normal needs a deviation (high) of at least 0");
  const std::uint64_t key = mix(fill.seed);
  return reals(buffer.element, [key, mean = fill.low, deviation = fill.high](std::uint64_t i) {
    const double u = (static_cast<double>(random_bits(key, i | 1) >> 11) + 1) * 0x1p-53;  // (0, 1]
    const double angle = 2 * std::numbers::pi * static_cast<double>(random_bits(~key, i | 1) >> 11) * 0x1p-53;
    const double unit = std::sqrt(-2 * std::log(u)) * (i % 2 ? std::sin(angle) : std::cos(angle));
    return mean + deviation * unit;
  });
}

PageSource permuted(const Buffer& buffer) {
  if (!is_real(buffer.element) && buffer.count > 0)
    (void)encode(static_cast<std::int64_t>(buffer.count - 1), buffer.element, "permutation fill, largest element");
  return numbers(buffer.element, Permutation(buffer.count, buffer.fill.seed));
}

/// A diagonally dominant matrix by rows, which can be factored without pivoting: uniform in [-1, 1), plus its width on
/// the diagonal.
PageSource dominant(const Buffer& buffer) {
  const std::uint64_t columns = buffer.fill.columns, key = mix(buffer.fill.seed);
  if (!is_real(buffer.element)) refuse(buffer.fill, "dominant needs a floating element type");
  if (columns == 0) refuse(buffer.fill, "dominant needs the matrix's columns");
  return reals(buffer.element, [=](std::uint64_t i) {
    const double u = static_cast<double>(random_bits(key, i) >> 11) * 0x1p-52 - 1;
    return i / columns == i % columns ? u + static_cast<double>(columns) : u;
  });
}

PageSource csr_offsets(const Buffer& buffer) {
  const CsrStructure matrix(buffer.fill);
  if (buffer.count != buffer.fill.rows + 1)
    throw InputError(fmt::format("CSR offsets: {} rows need {} elements, not {}", buffer.fill.rows,
                                 buffer.fill.rows + 1, buffer.count));
  (void)encode(static_cast<std::int64_t>(matrix.offset(buffer.fill.rows)), buffer.element, "CSR offsets, last element");
  return numbers(buffer.element, [matrix](std::uint64_t i) { return matrix.offset(i); });
}

/// The cursor remembers the current row, so consecutive elements cost O(1).
PageSource csr_columns(const Buffer& buffer) {
  const CsrStructure matrix(buffer.fill);
  const std::uint64_t nonzeros = matrix.offset(buffer.fill.rows);
  if (buffer.count != nonzeros)
    throw InputError(fmt::format("CSR columns: {} rows of {} nonzeros need {} elements, not {}", buffer.fill.rows,
                                 buffer.fill.nonzeros, nonzeros, buffer.count));
  (void)encode(static_cast<std::int64_t>(buffer.fill.columns - 1), buffer.element, "CSR columns, largest element");
  return numbers(buffer.element, [matrix, cursor = CsrStructure::Cursor{}](std::uint64_t i) mutable {
    return matrix.column(i, cursor);
  });
}

}  // namespace

PageSource page_source(const Buffer& buffer) {
  if (!is_element(buffer.element))
    throw InputError(fmt::format("a buffer cannot have elements of type {}", ptx::name_of(buffer.element)));
  if (buffer.count == 0) return {};
  switch (buffer.fill.kind) {
    case FillKind::zero:
      return {};
    case FillKind::constant:
      return constant(buffer);
    case FillKind::iota:
      return iota(buffer);
    case FillKind::uniform:
      return uniform(buffer);
    case FillKind::normal:
      return normal(buffer);
    case FillKind::permutation:
      return permuted(buffer);
    case FillKind::dominant:
      return dominant(buffer);
    case FillKind::csr_offsets:
      return csr_offsets(buffer);
    case FillKind::csr_columns:
      return csr_columns(buffer);
    case FillKind::file:
      return file_source(buffer);
  }
  return {};
}

std::vector<std::byte> contents(const Buffer& buffer, std::uint64_t max_bytes) {
  if (buffer.bytes() > max_bytes)
    throw InputError(fmt::format("a buffer of {} bytes is too large to be filled whole", buffer.bytes()));
  const PageSource source = page_source(buffer);
  std::vector<std::byte> all(buffer.bytes());
  if (source) source(0, all);
  return all;
}

}  // namespace forewarp::launch
