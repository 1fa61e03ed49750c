// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What of NVTX's C++ interface most programs use, where no tool listens (nvToolsExt.h).
#include <cstdint>
#include <string>

#include "../nvToolsExt.h"

namespace nvtx3 {
struct rgb {
  std::uint8_t red, green, blue;
  constexpr rgb(std::uint8_t r, std::uint8_t g, std::uint8_t b) : red(r), green(g), blue(b) {}
};
struct argb {
  std::uint8_t alpha, red, green, blue;
  constexpr argb(std::uint8_t a, std::uint8_t r, std::uint8_t g, std::uint8_t b)
      : alpha(a), red(r), green(g), blue(b) {}
};
struct color {
  constexpr color(argb) {}
  constexpr color(rgb) {}
};
struct category {
  std::uint32_t id;
  constexpr explicit category(std::uint32_t i) : id(i) {}
};
struct payload {
  template <class Number>
  constexpr explicit payload(Number) {}
};
struct message {
  constexpr message(const char*) {}
  message(const std::string&) {}
};
struct domain {
  struct global {};
};
class event_attributes {
 public:
  event_attributes() = default;
  template <class... Parts>
  explicit event_attributes(const Parts&...) {}
};
template <class Domain = domain::global>
class scoped_range_in {
 public:
  template <class... Parts>
  explicit scoped_range_in(const Parts&...) {}
  scoped_range_in(const scoped_range_in&) = delete;
  scoped_range_in& operator=(const scoped_range_in&) = delete;
};
using scoped_range = scoped_range_in<>;
template <class Domain = domain::global>
class unique_range_in {
 public:
  template <class... Parts>
  explicit unique_range_in(const Parts&...) {}
  unique_range_in(unique_range_in&&) = default;
  unique_range_in& operator=(unique_range_in&&) = default;
};
using unique_range = unique_range_in<>;
struct range_handle {
  std::uint64_t value = 0;
};
template <class Domain = domain::global, class... Parts>
range_handle start_range_in(const Parts&...) {
  return {};
}
template <class Domain = domain::global>
void end_range_in(range_handle) {}
template <class... Parts>
range_handle start_range(const Parts&...) {
  return {};
}
inline void end_range(range_handle) {}
template <class Domain = domain::global, class... Parts>
void mark_in(const Parts&...) {}
template <class... Parts>
void mark(const Parts&...) {}
}  // namespace nvtx3
#define NVTX3_FUNC_RANGE() ::nvtx3::scoped_range const nvtx3_range__(__func__)
#define NVTX3_FUNC_RANGE_IN(D) ::nvtx3::scoped_range_in<D> const nvtx3_range__(__func__)
