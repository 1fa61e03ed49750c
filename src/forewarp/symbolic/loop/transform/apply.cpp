// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// One function per transformation reads the words of its line (detail/line.hpp) and calls it.
// Errors of transformations get the position of the line. The grammar of a line is the reader's
// code; the form in the table below is what help and messages show, and a new transformation needs
// one row and one reader. A reader that leaves words behind is caught by expect_end().
#include "forewarp/symbolic/loop/transform/apply.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/transform/add_loops.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/detail/line.hpp"
#include "forewarp/symbolic/loop/transform/duplicate.hpp"
#include "forewarp/symbolic/loop/transform/layout.hpp"
#include "forewarp/symbolic/loop/transform/parameters.hpp"
#include "forewarp/symbolic/loop/transform/prefetch.hpp"
#include "forewarp/symbolic/loop/transform/prioritize.hpp"
#include "forewarp/symbolic/loop/transform/privatize.hpp"
#include "forewarp/symbolic/loop/transform/realize.hpp"
#include "forewarp/symbolic/loop/transform/remove_work.hpp"
#include "forewarp/symbolic/loop/transform/split.hpp"
#include "forewarp/symbolic/loop/transform/tag.hpp"
#include "forewarp/symbolic/loop/transform/trips.hpp"

namespace forewarp::loop {

namespace {

using detail::Line;
using Apply = Program (*)(const Program&, Line&);

Program apply_add_loops(const Program& program, Line& line) {
  const std::string statements = line.take("statements");
  return add_loops(program, statements, line.take_list("a loop"));
}

Program apply_assume(const Program& program, Line& line) {
  const SourceLocation where = line.where();
  const std::string condition = line.take_rest();
  if (condition.empty()) line.fail("expected a condition: assume n >= 1 and n % 16 = 0");
  return assume(program, condition, where);
}

Program apply_chunk(const Program& program, Line& line) {
  const std::string loop = line.take("a loop");
  return chunk(program, loop, line.take_integer("how many outputs a work-item takes"));
}

Program apply_duplicate(const Program& program, Line& line) {
  const std::string loop = line.take("a loop");
  line.expect("in");
  const std::string statements = line.take("statements");
  return duplicate_loop(program, loop, statements, line.accept("as") ? line.take("a new name") : "");
}

Program apply_fix(const Program& program, Line& line) {
  std::map<std::string, std::int64_t> values;
  do {
    const std::string parameter = line.take("a parameter");
    line.expect("=");
    values[parameter] = line.take_integer("its value");
  } while (line.accept(","));
  return fix_parameters(program, values);
}

Program apply_layout(const Program& program, Line& line) {
  const std::string array = line.take("an array");
  const bool bracket = line.accept("[");
  std::vector<std::size_t> order;
  do {
    const SourceLocation place = line.where();
    const std::int64_t axis = line.take_integer("an axis");
    if (axis < 0) throw ParseError(place, fmt::format("{} is not an axis; they are counted from 0", axis));
    order.push_back(static_cast<std::size_t>(axis));
  } while (line.accept(","));
  if (bracket) line.expect("]");
  return set_layout(program, array, order);
}

std::vector<LoopTag> take_tags(Line& line) {
  std::vector<LoopTag> tags;
  if (line.accept("none")) return tags;
  do tags.push_back(tag_named(line.take("a tag")));
  while (line.accept(","));
  return tags;
}

Program apply_prefetch(const Program& program, Line& line) {
  const std::string array = line.take("an array");
  if (line.peek() != "[") line.fail("expected the loops to sweep in brackets: prefetch a [i_in, k_in]");
  const auto sweep = line.take_list("a loop");
  PrefetchOptions options;
  while (!line.at_end()) {
    if (line.accept("box"))
      options.bounding_box = true;
    else if (line.accept("private"))
      options.private_copy = true;
    else if (line.accept("as"))
      options.name = line.take("a name for the copy");
    else if (line.accept("tags"))
      options.tags = take_tags(line);
    else
      break;
  }
  return prefetch(program, array, sweep, options);
}

Program apply_privatize(const Program& program, Line& line) {
  const std::string variable = line.peek() == "[" ? "" : line.take("a variable, or loops in brackets");
  return privatize(program, variable, line.take_list("a loop"));
}

Program apply_remove_guards(const Program& program, Line&) { return remove_guards(program); }

Program apply_prioritize(const Program& program, Line& line) { return prioritize(program, line.take_list("a loop")); }

Program apply_realize(const Program& program, Line& line) {
  return realize_reductions(program, line.at_end() ? "*" : line.take("statements"));
}

Program apply_remove_work(const Program& program, Line& line) {
  std::set<std::string> arrays, tags;
  const auto names = line.at_end() ? std::vector<std::string>{} : line.take_list("an array or $TAG");
  for (const std::string& each : names) each.starts_with("$") ? tags.insert(each.substr(1)) : arrays.insert(each);
  return remove_work(program, arrays, tags);
}

Program apply_rename(const Program& program, Line& line) {
  const std::string loop = line.take("a loop");
  line.expect("as");
  return rename_loop(program, loop, line.take("a new name"));
}

Program apply_split(const Program& program, Line& line) {
  const std::string loop = line.take("a loop");
  const std::int64_t factor = line.take_integer("the factor");
  SplitOptions options;
  while (!line.at_end()) {
    if (line.accept("as")) {
      options.outer = line.take("the name of the outer loop");
      line.expect(",");
      options.inner = line.take("the name of the inner loop");
    } else if (line.accept("outer")) {
      options.outer_tag = tag_named(line.take("a tag"));
    } else if (line.accept("inner")) {
      options.inner_tag = tag_named(line.take("a tag"));
    } else {
      break;
    }
  }
  return split(program, loop, factor, options);
}

Program apply_tag(const Program& program, Line& line) {
  std::map<std::string, LoopTag> tags;
  do {
    const SourceLocation place = line.where();
    const std::string word = line.take("LOOP:TAG");
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos)
      throw ParseError(place,
                       fmt::format("'{}' has no tag; write {}:g.0, {}:l.0 or {}:unroll", word, word, word, word));
    const std::string loop = word.substr(0, colon);
    if (!tags.emplace(loop, tag_named(word.substr(colon + 1))).second)
      throw ParseError(place, fmt::format("loop '{}' is tagged twice", loop));
  } while (line.accept(","));
  return tag(program, tags);
}

Program apply_trips(const Program& program, Line& line) {
  const std::string name = line.take("a trip count");
  line.expect("=");
  return set_trips(program, name, trip_count_of(line.take_rest()));
}

// The table of transformations: word and form for messages, and the reader.
struct TransformRow {
  LineForm form;
  Apply apply;
};

/// Sorted by word.
const std::vector<TransformRow>& transform_rows() {
  static const std::vector<TransformRow> all{
      {{"add_loops", "STATEMENTS [LOOPS]"}, apply_add_loops},
      {{"assume", "CONDITION"}, apply_assume},
      {{"chunk", "LOOP FACTOR"}, apply_chunk},
      {{"duplicate", "LOOP in STATEMENTS [as NAME]"}, apply_duplicate},
      {{"fix", "NAME=VALUE, ..."}, apply_fix},
      {{"layout", "ARRAY [AXIS, ...]"}, apply_layout},
      {{"prefetch", "ARRAY [LOOPS] [box] [private] [as NAME] [tags TAG, ... | tags none]"}, apply_prefetch},
      {{"prioritize", "LOOP, LOOP, ..."}, apply_prioritize},
      {{"privatize", "[VARIABLE] [LOOPS]"}, apply_privatize},
      {{"realize", "[STATEMENTS]"}, apply_realize},
      {{"remove_guards", ""}, apply_remove_guards},
      {{"remove_work", "[ARRAY | $TAG, ...]"}, apply_remove_work},
      {{"rename", "LOOP as NAME"}, apply_rename},
      {{"split", "LOOP FACTOR [as OUTER, INNER] [outer TAG] [inner TAG]"}, apply_split},
      {{"tag", "LOOP:TAG, ..."}, apply_tag},
      {{"trips", "NAME=AVERAGE | NAME=COUNT:WEIGHT,..."}, apply_trips},
  };
  return all;
}

const TransformRow& row_named(const std::string& word, const SourceLocation& where) {
  std::vector<std::string> known;
  for (const TransformRow& row : transform_rows()) {
    if (row.form.word == word) return row;
    known.emplace_back(row.form.word);
  }
  throw ParseError(where, fmt::format("no transformation '{}'{}; there are {}", word, did_you_mean(word, known),
                                      fmt::join(known, " ")));
}

}  // namespace

const std::vector<LineForm>& line_forms() {
  static const std::vector<LineForm> forms = [] {
    std::vector<LineForm> all;
    for (const TransformRow& row : transform_rows()) all.push_back(row.form);
    return all;
  }();
  return forms;
}

Program apply(const Program& program, std::string_view line, const SourceLocation& where) {
  Line words(line, where);
  const SourceLocation start = words.where();
  const TransformRow& row = row_named(words.take("a transformation"), start);
  try {
    Program result = row.apply(program, words);
    words.expect_end();
    return result;
  } catch (const ParseError&) {
    // A reader knows the word at fault; what a transformation refuses is the fault of the line.
    throw;
  } catch (const InputError& e) {
    throw ParseError(start, e.what());
  }
}

}  // namespace forewarp::loop
