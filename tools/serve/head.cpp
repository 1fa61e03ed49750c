// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/head.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

namespace forewarp::serve {
namespace {

constexpr std::size_t max_headers = 64, max_target_bytes = 512;

bool is_name_character(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

bool is_printable(char c) { return c >= ' ' && c <= '~'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// Without their ends; nothing where a line does not end in CR LF.
std::optional<std::vector<std::string_view>> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find("\r\n");
    if (end == std::string_view::npos) return std::nullopt;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 2);
  }
  return lines;
}

std::optional<Refusal> read_request_line(std::string_view line, Head& head) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return Refusal{400, "the request line has no three parts"};
  head.method = line.substr(0, first);
  head.target = line.substr(first + 1, last - first - 1);
  if (head.target.size() > max_target_bytes) return Refusal{414, "the target is too long"};
  if (line.substr(last + 1) != "HTTP/1.1") return Refusal{505, "only HTTP/1.1 is served"};
  if (head.method != "GET" && head.method != "POST") return Refusal{405, "only GET and POST are served"};
  const auto is_allowed = [](char c) { return is_printable(c) && c != ' ' && c != '"' && c != '<' && c != '\\'; };
  if (!head.target.starts_with('/') || !std::ranges::all_of(head.target, is_allowed))
    return Refusal{400, "the target is not a path"};
  return std::nullopt;
}

std::optional<Refusal> read_header(std::string_view line, Head& head) {
  const std::size_t colon = line.find(':');
  if (colon == 0 || colon == std::string_view::npos) return Refusal{400, "a header has no name"};
  const std::string_view name = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
  if (!std::ranges::all_of(name, is_name_character)) return Refusal{400, "the name of a header has odd characters"};
  if (!std::ranges::all_of(value, is_printable)) return Refusal{400, "a header has characters that are not printable"};
  const auto [at, is_new] = head.headers.try_emplace(in_lower_case(name), value);
  if (is_new) return std::nullopt;
  if (at->first != "cookie") return Refusal{400, "a header is there twice"};
  at->second += "; ";
  at->second += value;
  return std::nullopt;
}

std::optional<Refusal> read_length(Head& head) {
  const auto at = head.headers.find("content-length");
  if (at == head.headers.end())
    return head.method == "POST" ? std::optional(Refusal{411, "a POST needs a Content-Length"}) : std::nullopt;
  const char* const begin = at->second.data();
  const char* const end = begin + at->second.size();
  const auto [stop, error] = std::from_chars(begin, end, head.body_bytes);
  if (at->second.empty() || stop != end || error != std::errc{})
    return Refusal{400, "the Content-Length is not a number"};
  if (head.method == "GET" && head.body_bytes > 0) return Refusal{400, "a GET has no body here"};
  return std::nullopt;
}

}  // namespace

std::string_view Head::header(std::string_view name) const {
  const auto at = headers.find(std::string(name));
  return at == headers.end() ? std::string_view() : std::string_view(at->second);
}

std::string_view Head::path() const { return std::string_view(target).substr(0, target.find('?')); }

std::string_view Head::query() const {
  const std::size_t mark = target.find('?');
  return mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
}

std::variant<Head, Refusal> read_head(std::string_view text) {
  if (text.size() > max_head_bytes) return Refusal{431, "the head of the request is too long"};
  const auto lines = lines_of(text);
  if (!lines || lines->size() < 2 || !lines->back().empty()) return Refusal{400, "the head of the request is broken"};
  if (lines->size() - 2 > max_headers) return Refusal{431, "the request has too many headers"};
  Head head;
  if (auto refusal = read_request_line(lines->front(), head)) return *std::move(refusal);
  for (std::size_t i = 1; i + 1 < lines->size(); ++i)
    if (auto refusal = read_header((*lines)[i], head)) return *std::move(refusal);
  constexpr std::array refused{"transfer-encoding", "content-encoding", "range", "expect", "upgrade"};
  for (const char* name : refused)
    if (head.headers.contains(name)) return Refusal{400, std::string("requests with ") + name + " are not served"};
  if (auto refusal = read_length(head)) return *std::move(refusal);
  return head;
}

}  // namespace forewarp::serve
