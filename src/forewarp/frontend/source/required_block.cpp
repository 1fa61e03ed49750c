// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/required_block.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace {

bool is_in_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Goes through C from a place on: words and single signs, without white space and the lines of the preprocessor.
class Tokens {
 public:
  Tokens(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  /// Empty at the end.
  std::string_view next() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' || text_[at_] == '\n')) {
      const bool new_line = text_[at_++] == '\n';
      if (new_line && at_ < text_.size() && text_[at_] == '#') at_ = std::min(text_.find('\n', at_), text_.size());
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
    if (at_ == begin && at_ < text_.size()) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  /// Up to where so many open parentheses are closed; false at the end of the text.
  bool close(int open) {
    while (open > 0) {
      const std::string_view token = next();
      if (token.empty()) return false;
      open += token == "(" ? 1 : token == ")" ? -1 : 0;
    }
    return true;
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

bool is_number(std::string_view token) {
  return !token.empty() && std::ranges::all_of(token, [](char c) { return c >= '0' && c <= '9'; });
}

/// "(64, 1, 1)" as "64, 1, 1".
std::optional<std::string> extents(Tokens& tokens) {
  std::string text;
  for (const std::string_view sign : {"(", ",", ","}) {
    if (tokens.next() != sign) return std::nullopt;
    const std::string_view number = tokens.next();
    if (!is_number(number)) return std::nullopt;
    text += (text.empty() ? "" : ", ") + std::string(number);
  }
  return tokens.next() == ")" ? std::optional(text) : std::nullopt;
}

/// The name of the function behind an attribute, "))" first: ")) void k(" and ")) __attribute__((...)) void k(".
std::optional<std::string> function_behind(Tokens& tokens) {
  if (!tokens.close(2)) return std::nullopt;
  std::string_view last;
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token == "(" && (last == "__attribute__" || last == "__attribute")) {
      if (!tokens.close(1)) return std::nullopt;
    } else if (token == "(") {
      return last.empty() ? std::nullopt : std::optional(std::string(last));
    } else if (!is_in_name(token[0]) && token != "*") {
      return std::nullopt;
    }
    last = token;
  }
  return std::nullopt;
}

/// A kernel's name in LLVM's text: @k( or @"k"(.
std::string_view defined_name(std::string_view line) {
  const std::size_t at = line.find(" @"), end = line.find('(', at);
  if (at == std::string_view::npos || end == std::string_view::npos) return {};
  const std::string_view name = line.substr(at + 2, end - at - 2);
  return name.starts_with('"') ? name.substr(1, name.size() - 2) : name;
}

}  // namespace

std::optional<RequiredBlocks> required_blocks_in_source(std::string_view expanded) {
  RequiredBlocks blocks;
  for (std::size_t at = 0; (at = expanded.find(required_block, at)) != std::string_view::npos;) {
    at += required_block.size();
    if (expanded.substr(at).starts_with("__")) at += 2;
    Tokens tokens(expanded, at);
    const auto block = extents(tokens);
    const auto name = block ? function_behind(tokens) : std::nullopt;
    if (!name) return std::nullopt;
    blocks[*name] = *block;
  }
  return blocks;
}

RequiredBlocks required_blocks_in_llvm(const std::string& llvm) {
  RequiredBlocks blocks;
  for (const std::string_view line : split_at(std::string_view(llvm), '\n')) {
    const std::string mark = fmt::format("!{} ", required_block);
    const std::size_t at = line.find(mark);
    if (!line.starts_with("define ") || at == std::string_view::npos) continue;
    const std::string_view node = line.substr(at + mark.size(), line.find(' ', at + mark.size()) - at - mark.size());
    const std::size_t value = llvm.find(fmt::format("\n{} = !{{", node));
    if (value == std::string::npos) continue;
    const std::size_t open = llvm.find('{', value);
    std::string text = llvm.substr(open + 1, llvm.find('}', open) - open - 1);
    for (std::size_t type = 0; (type = text.find("i32 ")) != std::string::npos;) text.erase(type, 4);
    blocks[std::string(defined_name(line))] = text;
  }
  return blocks;
}

std::string with_pragmas(std::string ptx, const RequiredBlocks& blocks) {
  for (const auto& [name, block] : blocks) {
    const std::size_t entry = ptx.find(fmt::format(".entry {}(", name));
    const std::size_t body = entry == std::string::npos ? entry : ptx.find("\n{", entry);
    if (body != std::string::npos) ptx.insert(body, fmt::format("\n.pragma \"{} {}\";", required_block, block));
  }
  return ptx;
}

}  // namespace forewarp::source
