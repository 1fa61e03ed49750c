// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/detail/isl_text.hpp"

// isl's parser reports neither positions nor limits. Before it runs, check_shape bounds length, nesting, digits and powers
// (isl recurses over brackets, accepts numbers of any width and raises them to any power); after a failure the position is reconstructed from the
// number of tokens that the parser left unread, by binary search over prefixes of the text: O(n log n), on errors only.
#include <fmt/format.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/stream.h>

#include <algorithm>
#include <memory>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::symbolic::detail {
namespace {

constexpr std::size_t longest_text = 65536;
constexpr int deepest_nesting = 64;
constexpr int max_digits = 18;
constexpr int max_exponent = 62;

using Stream = std::unique_ptr<isl_stream, decltype(&isl_stream_free)>;

Stream open(const std::string& text, const Context& context) {
  return {isl_stream_new_str(context.get(), text.c_str()), isl_stream_free};
}

std::size_t tokens_left(isl_stream* stream) {
  std::size_t count = 0;
  while (isl_token* token = isl_stream_next_token(stream)) {
    isl_token_free(token);
    ++count;
  }
  return count;
}

std::size_t tokens_of(const std::string& text, const Context& context) {
  const Stream stream = open(text, context);
  return tokens_left(stream.get());
}

/// The offset of token number `token`: the length of the shortest prefix of the text that contains it.
std::size_t offset_of(std::size_t token, const std::string& text, const Context& context) {
  std::size_t low = 0, high = text.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (tokens_of(text.substr(0, middle), context) > token)
      high = middle;
    else
      low = middle + 1;
  }
  return low == 0 ? 0 : low - 1;
}

[[noreturn]] void fail_at(std::size_t offset, std::string_view text, SourceLocation where, std::string_view message) {
  where.line = std::max(where.line, 1U);
  where.column = std::max(where.column, 1U);
  for (const char c : text.substr(0, offset)) {
    where.column = c == '\n' ? 1 : where.column + 1;
    where.line += c == '\n' ? 1 : 0;
  }
  throw ParseError(where, message);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_blanks_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

/// Whether text[caret], a `^`, stands between a number and an exponent of at most 62: `2^31`. Powers of powers exceed
/// every memory within a few characters, so the number may not be an exponent itself.
bool is_small_power(std::string_view text, std::size_t caret) {
  std::string_view before = without_blanks_at_end(text.substr(0, caret));
  const std::size_t with_base = before.size();
  while (!before.empty() && is_digit(before.back())) before.remove_suffix(1);
  if (before.size() == with_base) return false;
  before = without_blanks_at_end(before);
  if (!before.empty() && before.back() == '^') return false;
  int exponent = -1;
  for (const char c : text.substr(std::min(text.find_first_not_of(" \t\r\n", caret + 1), text.size()))) {
    if (!is_digit(c) || exponent > max_exponent) break;
    exponent = std::max(exponent, 0) * 10 + (c - '0');
  }
  return exponent >= 0 && exponent <= max_exponent;
}

/// Refuses text that isl would read with unbounded recursion or memory.
void check_shape(std::string_view text, const SourceLocation& origin) {
  if (text.size() > longest_text) throw LimitExceeded("a set or map of more than 64 KiB of text");
  int depth = 0, digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\0') fail_at(i, text, origin, "a NUL character in a set or map");
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth > deepest_nesting) fail_at(i, text, origin, "more than 64 brackets within each other");
    if (c == '^' && !is_small_power(text, i))
      fail_at(i, text, origin, "a power that is not a number with an exponent of at most 62, such as 2^31");
    digits = is_digit(c) ? digits + 1 : 0;
    if (digits > max_digits) fail_at(i, text, origin, "a number of more than 18 digits");
  }
}

/// Where the reader stopped: the first token that it left.
std::size_t stopped_at(isl_stream* stream, const std::string& text, const Context& context) {
  const std::size_t left = tokens_left(stream), all = tokens_of(text, context);
  return left == 0 ? text.size() : offset_of(all - std::min(left, all), text, context);
}

template <typename Object>
Object* read(std::string_view given, const Context& context, const SourceLocation& origin, std::string_view what,
             Object* (*reader)(isl_stream*), Object* (*release)(Object*)) {
  check_shape(given, origin);
  const std::string text(given);
  context.renew();
  const Stream stream = open(text, context);
  std::unique_ptr<Object, Object* (*)(Object*)> result(reader(stream.get()), release);
  if (!result && isl_ctx_last_error(context.get()) == isl_error_quota) context.fail("reading a set or map");
  const char* message = result ? nullptr : isl_ctx_last_error_msg(context.get());
  const std::string words = message == nullptr ? "syntax error" : message;
  context.renew();
  if (result && isl_stream_is_empty(stream.get())) return result.release();
  const std::size_t offset = stopped_at(stream.get(), text, context);
  fail_at(
      offset, text, origin,
      result ? fmt::format("something follows {}", what) : fmt::format("not {} in isl's notation: {}", what, words));
}

}  // namespace

isl_set* read_set(std::string_view text, const Context& context, const SourceLocation& origin) {
  return read<isl_set>(text, context, origin, "a set", isl_stream_read_set, isl_set_free);
}

isl_map* read_map(std::string_view text, const Context& context, const SourceLocation& origin) {
  return read<isl_map>(text, context, origin, "a map", isl_stream_read_map, isl_map_free);
}

}  // namespace forewarp::symbolic::detail
