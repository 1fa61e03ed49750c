// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the bundled kernels should compute, on a CPU: launch.toml names one of these as its reference. A reference
/// takes the launch and the buffers as they were before it, and gives the outputs with a bound on how far rounding may
/// move each element: 0 for integers, and for floats what the error analysis of the kernel's arithmetic allows (Higham
/// 2002, "Accuracy and stability of numerical algorithms", section 3.1: a sum of n products is within gamma(n) of the
/// sum of their moduli, in whatever order).
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::kernels {

/// The buffers and values that a kernel starts from, by argument name.
class Inputs {
 public:
  /// Fills all buffers of the launch; throws InputError when they are too large for that.
  explicit Inputs(const launch::Launch& launch);

  /// The elements of a buffer as T (of the right size). Throws InputError when there is no such buffer.
  template <class T>
  [[nodiscard]] std::vector<T> values(std::string_view buffer) const {
    const std::vector<std::byte>& bytes = bytes_of(buffer);
    std::vector<T> all(bytes.size() / sizeof(T));
    std::memcpy(all.data(), bytes.data(), all.size() * sizeof(T));
    return all;
  }
  [[nodiscard]] const std::vector<std::byte>& bytes_of(std::string_view buffer) const;
  /// A scalar argument's value. Throws InputError when there is none of this name.
  [[nodiscard]] double scalar(std::string_view name) const;
  /// A parameter or define of the launch. Throws InputError when there is none of this name.
  [[nodiscard]] std::size_t parameter(std::string_view name) const;

 private:
  const launch::Launch& launch_;
  std::map<std::string, std::vector<std::byte>, std::less<>> buffers_;
};

/// One output buffer. Integers up to 2^53 are exact in a double.
struct Expected {
  std::string buffer;
  std::vector<double> value;
  std::vector<double> bound;  ///< largest permitted |actual - value|, element by element; empty: none is permitted
};

using Reference = std::vector<Expected> (*)(const launch::Launch& launch, const Inputs& inputs);

struct NamedReference {
  std::string_view name;
  Reference reference;
};

/// Every function of kernels/*/reference.cpp with a Reference's signature, by name; the build makes the list.
[[nodiscard]] std::span<const NamedReference> all_references();
/// The reference of this name; nullptr when there is none.
[[nodiscard]] Reference find_reference(std::string_view name);
/// Names of all references, sorted.
[[nodiscard]] std::vector<std::string> reference_names();

/// What is wrong with the buffer that the kernel left, or nothing: "c[17] is 3, 4 was expected (to within 0)". A
/// tolerance permits that relative difference where it is more than the bound.
[[nodiscard]] std::optional<std::string> mismatch(const Expected& expected, const launch::Launch& launch,
                                                  std::span<const std::byte> actual, double tolerance = 0);

/// Half the distance between 1 and the next float: the largest relative error of one rounding.
inline constexpr double unit_roundoff = 0x1p-24;
/// n roundings one after another: n u / (1 - n u).
[[nodiscard]] constexpr double gamma(double n) { return n * unit_roundoff / (1 - n * unit_roundoff); }

}  // namespace forewarp::kernels
