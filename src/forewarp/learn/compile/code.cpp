// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/code.hpp"

#include <fmt/format.h>

#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

/// GCC 12 takes about four seconds a million.
constexpr std::size_t max_numbers = 4'000'000;

template <typename Number>
std::string shortest(Number value, std::string_view type, std::string_view suffix) {
  if (std::isnan(value)) return fmt::format("std::numeric_limits<{}>::quiet_NaN()", type);
  if (std::isinf(value)) return fmt::format("{}std::numeric_limits<{}>::infinity()", value < 0 ? "-" : "", type);
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + std::string(suffix);
}

}  // namespace

std::string literal(double value) { return shortest(value, "double", ""); }
std::string literal(float value) { return shortest(value, "float", "f"); }

std::string string_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const bool plain = c >= ' ' && c < 127 && c != '"' && c != '\\' && c != '?';
    // Three octal digits: what follows cannot become part of them.
    out += plain ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return out + "\"";
}

template <typename Element>
void Code::elements(std::string_view type, std::string_view name, std::size_t count, std::size_t numbers,
                    const Element& element) {
  count_ += count * numbers;
  if (count_ > max_numbers)
    throw InputError(
        fmt::format("the model has more than {} numbers, which compilers do not take as a header: use the "
                    "model file, or train a smaller model",
                    max_numbers));
  text_ += fmt::format("inline constexpr {} {}[] = {{", type, name);
  if (count == 0) text_ += "0";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text_ += i % 16 == 0 ? ",\n" : ", ";
    text_ += element(i);
  }
  text_ += "};\n";
}

void Code::array(std::string_view name, std::span<const double> values) {
  elements("double", name, values.size(), 1, [&](std::size_t i) { return literal(values[i]); });
}
void Code::array(std::string_view name, std::span<const std::uint64_t> values) {
  elements("std::uint64_t", name, values.size(), 1, [&](std::size_t i) { return fmt::format("{}u", values[i]); });
}
void Code::pairs(std::string_view type, std::string_view name, std::span<const float> first,
                 std::span<const std::uint32_t> second) {
  elements(type, name, first.size(), 2,
           [&](std::size_t i) { return fmt::format("{{{}, {}u}}", literal(first[i]), second[i]); });
}

void Code::strings(std::string_view name, std::span<const std::string> values) {
  text_ += fmt::format("inline constexpr const char* {}[] = {{", name);
  if (values.empty()) text_ += "nullptr";
  for (std::size_t i = 0; i < values.size(); ++i) text_ += (i > 0 ? ", " : "") + string_literal(values[i]);
  text_ += "};\n";
}

void Code::constant(std::string_view name, double value) {
  text_ += fmt::format("inline constexpr double {} = {};\n", name, literal(value));
}
void Code::constant(std::string_view name, std::size_t value) {
  text_ += fmt::format("inline constexpr std::size_t {} = {};\n", name, value);
}

}  // namespace forewarp::learn
