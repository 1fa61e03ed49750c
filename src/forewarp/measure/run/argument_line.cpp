// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/argument_line.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "forewarp/frontend/launch/argument_text.hpp"
#include "forewarp/frontend/launch/argument_value.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/fill_spec.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

// Job files and the counter log carry arguments as text, and a job's digest is taken over that
// text. So both directions must agree exactly: parse_argument_line(argument_line(x)) gives x, bit
// for bit. For that reason every scalar has its type in front (its kernel is not known here) and
// real numbers have the shortest digits that read back unchanged. Examples, one for each kind of
// argument:
//
//     n=b32:1000                                   an integer of 32 bits, signed or not
//     a=f32:2.0                                    real; 2.0 and not 2, which would be an integer
//     x=buffer:f32:1048576:uniform(0,1,7):output   1 Mi numbers in [0, 1) with seed 7; an output
//     s=bytes:0100803f                             a struct of four bytes, two hexadecimal digits each
//     tile=local:1024                              OpenCL's __local memory; has a size and no contents
// 1 GiB: far more than any work-group has.
constexpr std::int64_t max_local_bytes = std::int64_t{1} << 30;
constexpr std::string_view hex_digits = "0123456789abcdef";

Argument parse_local(const std::string& name, std::string_view expression, const launch::Parameters& parameters) {
  const std::int64_t bytes = launch::Expression::parse(expression).integer(parameters);
  if (bytes < 1 || bytes > max_local_bytes)
    throw InputError(fmt::format("argument '{}': {} bytes of local memory cannot be", name, bytes));
  return {name, LocalMemory{static_cast<std::uint64_t>(bytes)}};
}

/// Pairs of hexadecimal digits; stops at the first other character, which the length check then reports.
Argument parse_bytes(const std::string& name, std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    const std::size_t high = hex_digits.find(hex[i]), low = hex_digits.find(hex[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) break;
    bytes += static_cast<char>(high * 16 + low);
  }
  if (bytes.size() * 2 != hex.size() || bytes.empty())
    throw InputError(fmt::format("argument '{}': bytes: wants pairs of the digits {}", name, hex_digits));
  return {name, bytes};
}

std::string number(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

/// Shortest text that reads back to the same bits; real values get a point or an exponent, so that they stay real.
std::string scalar_text(const launch::Scalar& scalar) {
  const double value = launch::decode(scalar.bits, scalar.type);
  if (launch::is_real(scalar.type) && std::isfinite(value)) {
    const std::string text = number(value);
    // to_chars writes 2 for 2.0 and 1e+30 for 1e30: only the first would be read as an integer.
    const bool plain = text.find_first_of(".e") == std::string::npos;
    return fmt::format("{}:{}{}", ptx::name_of(scalar.type), text, plain ? ".0" : "");
  }
  // NaN and infinity also end up here, as bits: f32 infinity is b32:2139095040.
  const unsigned bits = 8 * ptx::size_of(scalar.type);
  if (bits == 64) {  // literals are signed
    return fmt::format("b64:{}", static_cast<std::int64_t>(scalar.bits));
  }
  return fmt::format("b{}:{}", bits, scalar.bits);
}

/// A parameter of a fill: whole numbers without a point, since most are counts or bounds such as
/// uniform(0,1). Beyond 1e15 not every whole number is a double, so the digits of the double itself
/// are kept.
std::string real(double value) {
  const std::string text = number(value);
  return value == std::floor(value) && std::abs(value) < 1e15 ? fmt::format("{}", static_cast<std::int64_t>(value))
                                                              : text;
}

const char* lengths_name(launch::RowLengths lengths) {
  switch (lengths) {
    case launch::RowLengths::equal:
      return "equal";
    case launch::RowLengths::varied:
      return "varied";
    case launch::RowLengths::skewed:
      return "skewed";
  }
  return "";
}

std::string fill_text(const launch::Fill& f) {
  const auto seed = static_cast<std::int64_t>(f.seed);
  switch (f.kind) {
    case launch::FillKind::zero:
      return "zero";
    case launch::FillKind::constant:
      return fmt::format("constant({})", real(f.low));
    case launch::FillKind::iota:
      return fmt::format("iota({},{})", real(f.low), real(f.high));
    case launch::FillKind::uniform:
    case launch::FillKind::normal:
      return fmt::format("{}({},{},{})", launch::name_of(f.kind), real(f.low), real(f.high), seed);
    case launch::FillKind::permutation:
      return fmt::format("permutation({})", seed);
    case launch::FillKind::dominant:
      return fmt::format("dominant({},{})", f.columns, seed);
    case launch::FillKind::csr_offsets:
    case launch::FillKind::csr_columns:
      return fmt::format("{}({},{},{},{},{})", launch::name_of(f.kind), f.rows, f.columns, f.nonzeros,
                         lengths_name(f.row_lengths), seed);
    case launch::FillKind::file:
      return fmt::format("file({})", f.path);
  }
  return "";
}

std::string bytes_text(const std::string& raw) {
  std::string text = "bytes:";
  for (const char c : raw) {
    const auto byte = static_cast<unsigned char>(c);
    text += hex_digits[byte / 16];
    text += hex_digits[byte % 16];
  }
  return text;
}

}  // namespace

/// The inverse of argument_line: a job line must not depend on the kernel, so scalars need a type.
Argument parse_argument_line(std::string_view text, const launch::Parameters& parameters) {
  const std::size_t equals = text.find('=');
  const std::string name(text.substr(0, equals));
  const std::string_view rest = equals == std::string_view::npos ? "" : text.substr(equals + 1);
  if (rest.starts_with("local:")) return parse_local(name, rest.substr(6), parameters);
  if (rest.starts_with("bytes:")) return parse_bytes(name, rest.substr(6));
  const launch::ArgumentSpec spec = launch::parse_argument(text);
  if (const auto* scalar = std::get_if<launch::ScalarSpec>(&spec.value); scalar && scalar->type == ptx::Type::none)
    throw InputError(fmt::format("argument '{}': give its type, as in {}=s32:{}", spec.name, spec.name, rest));
  const launch::Argument value = launch::argument_value(spec, parameters);
  // A buffer in host memory is well-formed but cannot be measured: refused here, by its name.
  if (const auto* buffer = std::get_if<launch::Buffer>(&value.value); buffer && buffer->host)
    throw InputError(fmt::format("argument '{}': a job's buffers lie on the device, not in host memory", spec.name));
  return {value.name, std::visit([](const auto& v) { return decltype(Argument::value)(v); }, value.value)};
}

std::string argument_line(const Argument& argument) {
  const std::string prefix = argument.name + "=";
  if (const auto* scalar = std::get_if<launch::Scalar>(&argument.value)) return prefix + scalar_text(*scalar);
  if (const auto* raw = std::get_if<std::string>(&argument.value)) return prefix + bytes_text(*raw);
  if (const auto* local = std::get_if<LocalMemory>(&argument.value))
    return fmt::format("{}local:{}", prefix, local->bytes);
  const auto& buffer = std::get<launch::Buffer>(argument.value);
  return fmt::format("{}buffer:{}:{}:{}{}", prefix, ptx::name_of(buffer.element), buffer.count, fill_text(buffer.fill),
                     buffer.output ? ":output" : "");
}

}  // namespace forewarp::run
