// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "forewarp/measure/pick/generator.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::pick {

namespace {

std::vector<std::string> list_of(std::string_view text, char separator) {
  std::vector<std::string> items;
  for (const std::string_view part : split_at(text, separator))
    if (const std::string_view item = trimmed(part); !item.empty()) items.emplace_back(item);
  return items;
}

}  // namespace

/// Header lines up to one that begins with "===", then the loop program with @...@ and @if lines.
class GeneratorParser {
 public:
  GeneratorParser(std::string_view text, const std::string& file_name) : text_(text), where_{file_name, 0, 1} {}

  Generator parse() {
    while (const auto line = next_line()) {
      if (line->starts_with("===")) {
        body();
        return finish();
      }
      header(*line);
    }
    throw ParseError(where_, "the header of a generator ends with a line '===', the loop program follows it");
  }

 private:
  std::optional<std::string> next_line() {
    if (at_ >= text_.size()) return std::nullopt;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string line(text_.substr(at_, end - at_));
    at_ = end + 1;
    ++where_.line;
    return line;
  }

  void header(const std::string& line) {
    const std::string text(trimmed(std::string_view(line).substr(0, line.find('#'))));
    if (text.empty()) return;
    const std::size_t space = std::min(text.find_first_of(" \t"), text.size());
    const std::string word = text.substr(0, space), rest(trimmed(std::string_view(text).substr(space)));
    if (rest.empty()) throw ParseError(where_, fmt::format("'{}' needs something after it", word));
    if (word == "generator")
      made_.name_ = rest;
    else if (word == "about")
      made_.about_ += (made_.about_.empty() ? "" : " ") + rest;
    else if (word == "tags")
      for (std::string& tag : list_of(rest, ' ')) made_.tags_.insert(std::move(tag));
    else if (word == "argument" || word == "size")
      argument(rest, word == "size");
    else if (word == "require")
      made_.requirements_.push_back(launch::Expression::parse(rest, where_));
    else
      throw ParseError(where_, fmt::format("no header line '{}'{}: generator about tags argument size require", word,
                                           suggestion(word)));
  }

  static std::string suggestion(const std::string& word) {
    const std::vector<std::string> known{"generator", "about", "tags", "argument", "size", "require"};
    return did_you_mean(word, known);
  }

  void argument(const std::string& rest, bool is_size) {
    const std::size_t colon = rest.find(':');
    if (colon == std::string::npos) throw ParseError(where_, "an argument is NAME: VALUE, VALUE, ...");
    Argument argument{std::string(trimmed(std::string_view(rest).substr(0, colon))), {}, false, is_size};
    for (std::string& value : list_of(rest.substr(colon + 1), ',')) {
      if (value == "...")
        argument.any_integer = true;
      else
        argument.values.push_back(std::move(value));
    }
    if (argument.name.empty() || argument.values.empty())
      throw ParseError(where_, "an argument is NAME: VALUE, VALUE, ...");
    if (made_.argument(argument.name) != nullptr)
      throw ParseError(where_, fmt::format("the argument '{}' appears twice", argument.name));
    made_.arguments_.push_back(std::move(argument));
  }

  void body() {
    std::vector<Generator::Line::Condition> conditions;
    while (const auto line = next_line()) {
      if (line->starts_with("@if "))
        conditions.push_back(condition(line->substr(4)));
      else if (trimmed(*line) == "@else" && !conditions.empty())
        conditions.back().otherwise = !conditions.back().otherwise;
      else if (trimmed(*line) == "@end" && !conditions.empty())
        conditions.pop_back();
      else if (trimmed(*line) == "@else" || trimmed(*line) == "@end")
        throw ParseError(where_, fmt::format("'{}' without its '@if'", trimmed(*line)));
      else
        made_.lines_.push_back({*line, where_, conditions});
    }
    if (!conditions.empty()) throw ParseError(where_, "an '@if' without its '@end'");
  }

  /// "prefetch:True" or "dtype:float32,float64"
  Generator::Line::Condition condition(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) throw ParseError(where_, "@if takes ARGUMENT:VALUE,VALUE");
    Generator::Line::Condition condition{std::string(trimmed(std::string_view(text).substr(0, colon))), {}, false};
    if (made_.argument(condition.argument) == nullptr)
      throw ParseError(where_, fmt::format("no argument '{}'", condition.argument));
    for (std::string& value : list_of(text.substr(colon + 1), ',')) condition.values.insert(std::move(value));
    return condition;
  }

  Generator finish() {
    if (made_.name_.empty()) throw ParseError({where_.file, 1, 1}, "no line 'generator NAME'");
    made_.tags_.insert(made_.name_);
    return std::move(made_);
  }

  std::string_view text_;
  SourceLocation where_;
  std::size_t at_ = 0;
  Generator made_;
};

Generator Generator::parse(std::string_view text, const std::string& file_name) {
  return GeneratorParser(text, file_name).parse();
}

}  // namespace forewarp::pick
