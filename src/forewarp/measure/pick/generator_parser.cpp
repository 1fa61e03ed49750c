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
    else if (word == "argument" || word == "size" || word == "option")
      argument(rest, word);
    else if (word == "require")
      require(rest);
    else
      throw ParseError(where_, fmt::format("no header line '{}'{}: generator about tags argument option size require",
                                           word, suggestion(word)));
  }

  static std::string suggestion(const std::string& word) {
    const std::vector<std::string> known{"generator", "about", "tags", "argument", "option", "size", "require"};
    return did_you_mean(word, known);
  }

  /// "n % lsize == 0", or "n % lsize == 0 if groups_fit:True and dtype:float32".
  void require(const std::string& rest) {
    const std::size_t at = rest.find(" if ");
    Generator::Requirement made{launch::Expression::parse(rest.substr(0, at), where_), {}};
    if (at != std::string::npos)
      for (const std::string_view each : split_at(std::string_view(rest).substr(at + 4), " and "))
        made.conditions.push_back(condition(std::string(trimmed(each))));
    made_.requirements_.push_back(std::move(made));
  }

  /// "NAME: VALUE, ..." or "NAME instead OTHER: VALUE, ...".
  void argument(const std::string& rest, const std::string& word) {
    const std::size_t colon = rest.find(':');
    if (colon == std::string::npos) throw ParseError(where_, "an argument is NAME: VALUE, VALUE, ...");
    const std::vector<std::string> names = list_of(rest.substr(0, colon), ' ');
    Argument argument;
    argument.is_size = word == "size";
    argument.is_option = word == "option";
    if (!names.empty()) argument.name = names[0];
    if (names.size() == 3 && names[1] == "instead") {
      argument.instead = names[2];
      if (made_.argument(names[2]) == nullptr) throw ParseError(where_, fmt::format("no argument '{}'", names[2]));
    } else if (names.size() > 1) {
      throw ParseError(where_, "an argument is NAME: VALUE, ... or NAME instead OTHER: VALUE, ...");
    }
    const std::size_t bar = rest.find('|', colon);
    const auto take = [&](const std::string& text, std::vector<std::string>& values) {
      for (std::string& value : list_of(text, ',')) {
        if (value == "...")
          argument.any_integer = true;
        else
          values.push_back(std::move(value));
      }
    };
    take(rest.substr(colon + 1, bar == std::string::npos ? bar : bar - colon - 1), argument.values);
    if (bar != std::string::npos) take(rest.substr(bar + 1), argument.others);
    if (argument.name.empty() || argument.values.empty())
      throw ParseError(where_, "an argument is NAME: VALUE, VALUE, ...");
    if (made_.argument(argument.name) != nullptr)
      throw ParseError(where_, fmt::format("the argument '{}' appears twice", argument.name));
    made_.arguments_.push_back(std::move(argument));
  }

  void body() {
    std::vector<Generator::Condition> conditions;
    std::vector<bool> opened;  // of each block that is open: whether it is an @for
    std::size_t repeat = 0;
    while (const auto line = next_line()) {
      const std::string_view mark = trimmed(*line);
      if (line->starts_with("@if ")) {
        conditions.push_back(condition(line->substr(4)));
        opened.push_back(false);
      } else if (line->starts_with("@for ")) {
        if (repeat > 0) throw ParseError(where_, "an '@for' within another");
        made_.repeats_.push_back(repeated(line->substr(5)));
        repeat = made_.repeats_.size();
        opened.push_back(true);
      } else if (mark == "@else" && !opened.empty() && !opened.back()) {
        conditions.back().otherwise = !conditions.back().otherwise;
      } else if (mark == "@end" && !opened.empty()) {
        if (opened.back())
          repeat = 0;
        else
          conditions.pop_back();
        opened.pop_back();
      } else if (mark == "@else" || mark == "@end") {
        throw ParseError(where_, fmt::format("'{}' without its '@if'", mark));
      } else {
        made_.lines_.push_back({*line, where_, conditions, repeat});
      }
    }
    if (!opened.empty())
      throw ParseError(where_, fmt::format("an '{}' without its '@end'", opened.back() ? "@for" : "@if"));
  }

  /// "prefetch:True", "dtype:float32,float64", or "nelements": is it there?
  Generator::Condition condition(const std::string& text) {
    const std::size_t colon = text.find(':');
    Generator::Condition condition{std::string(trimmed(std::string_view(text).substr(0, colon))), {}, false};
    if (made_.argument(condition.argument) == nullptr)
      throw ParseError(where_, fmt::format("no argument '{}'", condition.argument));
    if (colon == std::string::npos) return condition;
    for (std::string& value : list_of(text.substr(colon + 1), ',')) condition.values.insert(std::move(value));
    if (condition.values.empty()) throw ParseError(where_, "@if takes ARGUMENT:VALUE,VALUE or ARGUMENT");
    return condition;
  }

  /// "k:1,arrays": k from 1 on, below the number of arrays.
  Generator::Repeat repeated(const std::string& text) {
    const std::size_t colon = text.find(':'), comma = text.find(',');
    if (colon == std::string::npos || comma == std::string::npos || comma < colon)
      throw ParseError(where_, "@for takes NAME:FROM,BELOW");
    const std::string name(trimmed(std::string_view(text).substr(0, colon)));
    if (!is_identifier(name) || made_.argument(name) != nullptr)
      throw ParseError(where_, fmt::format("'{}' is no new name", name));
    return {name, launch::Expression::parse(text.substr(colon + 1, comma - colon - 1), where_),
            launch::Expression::parse(text.substr(comma + 1), where_)};
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
