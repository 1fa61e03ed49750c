// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What of a tuning script is known without running it. Read are assignments at the top and in functions:
//
//     tune_params = dict()                              {}, OrderedDict(), dict(x=[...]), {"x": [...]}
//     tune_params["block_size_x"] = [32 * i for i in range(1, 9)]
//     restrict = ["block_size_x * block_size_y <= 1024"]
//     tune_kernel("add", "add.cu", size, args, tune_params, restrictions=restrict)
//
// The call of tune_kernel names the dictionary and the restrictions; without a call they are tune_params and
// restrictions. A statement that changes either in another way, or in a branch or a loop, is refused: the space would
// be another one than the script's.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "forewarp/model/rank/tuner/detail/readers.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/python/expression.hpp"
#include "forewarp/support/python/script.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::rank {
namespace {

using python::Statement;

constexpr const char* advice =
    "write the values out as a list, or run the script once with cache=\"space.json\" and give that file to --space";

/// The place of a part of a statement; of an empty part, which may stand nowhere, that of the statement.
SourceLocation place_of(const Statement& statement, std::string_view part) {
  if (part.empty()) return statement.where;
  const std::string_view before(statement.text.data(), static_cast<std::size_t>(part.data() - statement.text.data()));
  SourceLocation where = statement.where;
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
  where.line += lines;
  where.column = lines == 0 ? where.column + static_cast<std::uint32_t>(before.size())
                            : static_cast<std::uint32_t>(before.size() - before.rfind('\n'));
  return where;
}

[[noreturn]] void refuse(const SourceLocation& where, const std::string& message) {
  throw ParseError(where, fmt::format("{}; {}", message, advice));
}

/// Calls; a ParseError of what is called is thrown again with what to do.
template <typename F>
auto with_advice(F call) {
  try {
    return call();
  } catch (const ParseError& error) {
    const std::string place = error.where().str() + ": ";
    const std::string text = error.what();
    refuse(error.where(), text.starts_with(place) ? text.substr(place.size()) : text);
  }
}

/// The place of a name in a text as a word of its own, from `from` on; npos: none.
std::size_t word_at(std::string_view text, std::string_view name, std::size_t from = 0) {
  for (std::size_t at = text.find(name, from); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '.');
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !is_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

/// What tune_kernel is called with; texts are empty where the call has none.
struct Call {
  const Statement* statement = nullptr;
  std::string_view kernel_name, problem_size, tune_params, restrictions;
};

Call call_in(const Statement& statement) {
  const std::size_t at = statement.text.find("tune_kernel(");
  if (at == std::string_view::npos || statement.text.starts_with("def ")) return {};
  Call call;
  call.statement = &statement;
  std::size_t position = 0;
  const auto positional = std::to_array({&call.kernel_name, static_cast<std::string_view*>(nullptr), &call.problem_size,
                                         static_cast<std::string_view*>(nullptr), &call.tune_params});
  for (const std::string_view argument : python::arguments_of(statement.text.substr(at + 12))) {
    const python::Assignment keyword = python::assignment_of(argument);
    if (keyword.target.empty()) {
      if (position < positional.size() && positional[position] != nullptr) *positional[position] = argument;
      ++position;
    }
    if (keyword.target == "kernel_name") call.kernel_name = keyword.value;
    if (keyword.target == "problem_size") call.problem_size = keyword.value;
    if (keyword.target == "tune_params") call.tune_params = keyword.value;
    if (keyword.target == "restrictions") call.restrictions = keyword.value;
  }
  return call;
}

/// An assignment's right side, and where it is.
struct Assigned {
  const Statement* statement = nullptr;
  std::string_view text;
};

class Script {
 public:
  Script(std::string_view text, std::string file)
      : file_(std::move(file)), statements_(python::statements_of(text, file_)) {
    for (const Statement& statement : statements_) {
      const Call call = call_in(statement);
      if (call.statement == nullptr) continue;
      if (call_.statement != nullptr)
        refuse(statement.where, fmt::format("tune_kernel is called here and in line {}", call_.statement->where.line));
      call_ = call;
    }
  }

  TuningFile read() {
    const bool is_name = is_identifier(call_.tune_params);
    const std::string dictionary = is_name ? std::string(call_.tune_params) : "tune_params";
    if (!call_.tune_params.empty() && !is_name) {
      take(*call_.statement, call_.tune_params);
    } else {
      for (const Statement& statement : statements_) follow(statement, dictionary);
      if (!assigned_) throw InputError(fmt::format("{}: '{}' is never assigned; {}", file_, dictionary, advice));
    }
    if (file_made_.space.dimensions.empty())
      throw InputError(fmt::format("{}: '{}' has no parameter; {}", file_, dictionary, advice));
    read_restrictions();
    read_names();
    return std::move(file_made_);
  }

 private:
  /// A name as a statement sees it: that of its function before that of the file.
  [[nodiscard]] python::Value evaluated(const python::Expression& expression, const Statement& statement) const {
    python::Names names;
    for (const std::string& name : expression.names())
      for (const std::uint32_t function : {statement.function, 0U})
        if (const auto all = constants_.find(function); all != constants_.end())
          if (const auto found = all->second.find(name); found != all->second.end())
            names.try_emplace(name, found->second);
    return expression.evaluate(names);
  }

  [[nodiscard]] python::Value value(const Statement& statement, std::string_view text) const {
    return with_advice(
        [&] { return evaluated(python::Expression::parse(text, place_of(statement, text)), statement); });
  }

  /// One statement: an assignment of the dictionary, of an entry of it, or of a name that others may use.
  void follow(const Statement& statement, const std::string& dictionary) {
    const python::Assignment assignment = python::assignment_of(statement.text);
    const bool of_entry = assignment.target.starts_with(dictionary + "[") && assignment.target.ends_with(']');
    if (assignment.target == dictionary || of_entry) {
      if (!statement.within.empty())
        refuse(statement.where, fmt::format("'{}' is assigned within '{}'", assignment.target, statement.within));
      if (!of_entry) return assign(statement, assignment.value, dictionary);
      return assign_entry(statement, assignment, dictionary);
    }
    refuse_changes(statement, dictionary);
    if (is_identifier(assignment.target)) remember(statement, assignment);
  }

  void assign(const Statement& statement, std::string_view text, const std::string& dictionary) {
    if (assigned_)
      refuse(statement.where, fmt::format("'{}' is assigned here and in line {}", dictionary, assigned_->where.line));
    assigned_ = &statement;
    take(statement, text);
  }

  void take(const Statement& statement, std::string_view text) {
    const python::Value all = value(statement, text);
    const SourceLocation where = place_of(statement, text);
    if (all.dictionary() == nullptr) refuse(where, "expected a dictionary, here is " + python::kind_of(all));
    for (const auto& [name, values] : *all.dictionary()) add(where, name, values);
  }

  void assign_entry(const Statement& statement, const python::Assignment& assignment, const std::string& dictionary) {
    if (!assigned_ || assigned_->function != statement.function)
      refuse(statement.where, fmt::format("'{}' is not assigned before this, in the same function", dictionary));
    std::string_view key = assignment.target.substr(dictionary.size() + 1);
    key.remove_suffix(1);
    const python::Value name = value(statement, key);
    if (name.text() == nullptr) refuse(place_of(statement, key), "expected the name of a parameter");
    add(place_of(statement, assignment.value), *name.text(), value(statement, assignment.value));
  }

  void add(const SourceLocation& where, const std::string& name, const python::Value& values) {
    const auto fail = [&](const std::string& message) { refuse(where, message); };
    if (!is_identifier(name)) fail(fmt::format("'{}' is no name of a macro", name));
    auto& dimensions = file_made_.space.dimensions;
    if (std::ranges::find(dimensions, name, &Dimension::name) != dimensions.end())
      fail(fmt::format("'{}' is given its values twice", name));
    dimensions.push_back(detail::dimension_of(name, values, fail));
  }

  /// tune_params.update(...), del tune_params["x"], tune_params["x"] += [...]: reading alone is no change.
  void refuse_changes(const Statement& statement, const std::string& dictionary) const {
    const std::string_view text = statement.text;
    for (std::size_t at = word_at(text, dictionary); at != std::string_view::npos;
         at = word_at(text, dictionary, at + 1)) {
      const std::string_view after = text.substr(at + dictionary.size());
      const bool reads = after.starts_with(".keys(") || after.starts_with(".values(") || after.starts_with(".items(") ||
                         after.starts_with(".get(") || after.starts_with(".copy(");
      const bool changes = after.starts_with('.') || after.starts_with('[') || after.starts_with(" +=") ||
                           after.starts_with(" |=") || text.starts_with("del ");
      if (changes && !reads)
        refuse(place_of(statement, text.substr(at)), fmt::format("this may change '{}'", dictionary));
    }
  }

  /// A name's value where there is one without running anything; else it is unknown from here on.
  void remember(const Statement& statement, const python::Assignment& assignment) {
    const std::string name(assignment.target);
    texts_[{statement.function, name}] = {&statement, assignment.value};
    python::Names& names = constants_[statement.function];
    names.erase(name);
    if (!statement.within.empty()) return;
    try {
      names[name] = evaluated(python::Expression::parse(assignment.value), statement);
    } catch (const ParseError&) {
      return;  // an error only where the name is used
    }
  }

  void read_restrictions() {
    if (call_.statement == nullptr) {
      for (const char* name : {"restrictions", "restrict"}) read_restrictions_named(name, nullptr);
      return;
    }
    if (call_.restrictions.empty() || call_.restrictions == "None") return;
    if (is_identifier(call_.restrictions))
      return read_restrictions_named(std::string(call_.restrictions), call_.statement);
    read_restrictions_of({call_.statement, call_.restrictions});
  }

  /// `used`: the statement that uses the name, which must then be there.
  void read_restrictions_named(const std::string& name, const Statement* used) {
    const Assigned* found = nullptr;
    for (const auto& [key, assigned] : texts_)
      if (key.second == name && (used == nullptr || key.first == 0 || key.first == used->function)) found = &assigned;
    if (found == nullptr) {
      if (used != nullptr) refuse(used->where, fmt::format("'{}' is not assigned a list of texts", name));
      return;
    }
    for (const Statement& statement : statements_) {
      const bool again = python::assignment_of(statement.text).target == name && &statement != found->statement;
      if (word_at(statement.text, name + ".append") == 0 || word_at(statement.text, name + ".extend") == 0 || again ||
          statement.text.starts_with(name + " +="))
        refuse(statement.where, fmt::format("this may change '{}'", name));
    }
    if (!found->statement->within.empty())
      refuse(found->statement->where, fmt::format("'{}' is assigned within '{}'", name, found->statement->within));
    read_restrictions_of(*found);
  }

  void read_restrictions_of(const Assigned& all) {
    if (all.text.starts_with("lambda")) return add_restriction(all.text, place_of(*all.statement, all.text));
    if (!all.text.starts_with('[') && !all.text.starts_with('('))
      refuse(place_of(*all.statement, all.text), "restrictions are read where they are a list of texts or lambdas");
    for (const std::string_view one : python::arguments_of(all.text.substr(1))) {
      const SourceLocation where = place_of(*all.statement, one);
      if (one.starts_with("lambda")) {
        add_restriction(one, where);
        continue;
      }
      const python::Value text = value(*all.statement, one);
      if (text.text() == nullptr) refuse(where, "a restriction must be a text, here is " + python::kind_of(text));
      add_restriction(*text.text(), where);
    }
  }

  void add_restriction(std::string_view text, const SourceLocation& where) {
    with_advice([&] {
      detail::add_restriction(file_made_.space, python::Expression::parse_restriction(text, where),
                              [&](const std::string& message) { throw ParseError(where, message); });
    });
  }

  /// The kernel's name and the problem's size, where they are plain: they head a file that is written.
  void read_names() {
    if (call_.statement == nullptr) return;
    const auto name = plain(call_.kernel_name);
    if (name && name->text() != nullptr) file_made_.kernel_name = *name->text();
    file_made_.problem_size = plain(call_.problem_size);
  }

  /// Nothing where the script computes it.
  [[nodiscard]] std::optional<python::Value> plain(std::string_view text) const {
    if (text.empty()) return std::nullopt;
    try {
      return evaluated(python::Expression::parse(text), *call_.statement);
    } catch (const ParseError&) {
      return std::nullopt;
    }
  }

  std::string file_;
  std::vector<Statement> statements_;
  Call call_;
  const Statement* assigned_ = nullptr;               ///< where the dictionary is assigned
  std::map<std::uint32_t, python::Names> constants_;  ///< by function
  std::map<std::pair<std::uint32_t, std::string>, Assigned> texts_;
  TuningFile file_made_;
};

}  // namespace

TuningFile parse_tuning_script(std::string_view text, const std::string& file) { return Script(text, file).read(); }

}  // namespace forewarp::rank
