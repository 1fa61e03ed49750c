// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A file is read line by line (lines.cpp); the first word of a line selects its form, anything else is a statement.
// Names are checked at the end, when all domains and declarations are known. Sets are isl's notation: the parameters
// that it wants to be listed are found by free_names, and columns of its errors are shifted by the added prefix.
#include "forewarp/symbolic/loop/parse.hpp"

#include <fmt/format.h>
#include <isl/set.h>

#include <algorithm>
#include <array>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/detail/complete.hpp"
#include "forewarp/symbolic/loop/detail/trips.hpp"
#include "forewarp/symbolic/loop/expression_parser.hpp"
#include "forewarp/symbolic/loop/lines.hpp"

namespace forewarp::loop {

namespace {

constexpr std::array<std::string_view, 16> isl_words{"and",   "or",      "not",   "mod", "exists", "floor",
                                                     "ceil",  "floord",  "ceild", "min", "max",    "true",
                                                     "false", "implies", "infty", "NaN"};

bool is_isl_word(std::string_view word) { return std::ranges::find(isl_words, word) != isl_words.end(); }

/// The loops that a set's tuple names: the words in the first brackets inside of the braces.
std::set<std::string> tuple_names(const std::vector<Token>& tokens) {
  std::set<std::string> names;
  bool inside = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text == "[" && i > 0 && (tokens[i - 1].text == "{" || tokens[i - 1].kind == Token::Kind::word))
      inside = true;
    if (inside && tokens[i].text == "]") break;
    if (inside && tokens[i].kind == Token::Kind::word) names.insert(tokens[i].text);
  }
  return names;
}

/// Bound by "exists a, b:" or "exists (a, b:".
std::set<std::string> bound_names(const std::vector<Token>& tokens) {
  std::set<std::string> names;
  bool inside = false;
  for (const Token& token : tokens) {
    if (token.text == ":") inside = false;
    if (inside && token.kind == Token::Kind::word) names.insert(token.text);
    if (token.text == "exists") inside = true;
  }
  return names;
}

bool is_break(const Line& line) { return line.text.starts_with("---"); }

std::string without_comment(std::string text) {
  text.resize(std::min(text.find('#'), text.size()));
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.pop_back();
  return text;
}

Type type(const std::string& text, const SourceLocation& where) {
  if (const auto found = type_named(text)) return *found;
  throw ParseError(where, fmt::format("'{}' is not a type: f16, f32, f64, i32, i64 or bool", text));
}

/// "order 1, 0": a permutation of the axes.
std::vector<std::size_t> order(ExpressionParser& p, std::size_t axes) {
  std::vector<std::size_t> order;
  if (!p.skip("order")) {
    for (std::size_t k = 0; k < axes; ++k) order.push_back(k);
    return order;
  }
  do {
    const Token token = p.take();
    if (token.kind != Token::Kind::integer || token.text.size() > 3) p.fail("the number of an axis expected");
    order.push_back(std::stoul(token.text));
  } while (p.skip(","));
  std::vector<std::size_t> sorted = order;
  std::ranges::sort(sorted);
  bool whole = sorted.size() == axes;
  for (std::size_t k = 0; whole && k < axes; ++k) whole = sorted[k] == k;
  if (!whole) p.fail(fmt::format("order names each of the {} axes once, the slowest first", axes));
  return order;
}

std::vector<std::string> names(ExpressionParser& p, std::string_view what) {
  std::vector<std::string> list;
  do list.push_back(p.identifier(what));
  while (p.skip(","));
  return list;
}

void check_atomic(const Program& program, const Statement& s) {
  const auto variable = program.variables.find(s.target->name);
  const bool own = variable != program.variables.end() && variable->second.space == Space::private_;
  if (s.target->op == Op::subscript && !own) return;
  throw ParseError(s.where, fmt::format("+= is an atomic addition to an element of a global or local array; '{0}' is "
                                        "a work-item's own: {0} = {0} + ...",
                                        to_text(s.target)));
}

/// The loops that the statement names, without those of its reductions: c[i] = sum(k, a[i,k]) is
/// in the loop i only. A loop that nothing in the statement names must be given with "within".
void collect_loops(const std::set<std::string>& loops, Statement& s) {
  std::set<std::string> reduced;
  const auto see = [&](const ExpressionPtr& e) {
    walk(e, [&](const Expression& node) { reduced.insert(node.loops.begin(), node.loops.end()); });
  };
  see(s.value);
  for (const ExpressionPtr& e : {s.target, s.value})
    for (const std::string& n : names_in(e))
      if (loops.contains(n) && !reduced.contains(n)) s.loops.insert(n);
  for (const ExpressionPtr& e : s.conditions)
    for (const std::string& n : names_in(e))
      if (loops.contains(n)) s.loops.insert(n);
}

/// The lines of a file, one after the other.
class FileParser {
 public:
  explicit FileParser(const std::string& file_name) : file_name_(file_name) {}

  ParsedFile parse(std::string_view text) {
    const std::vector<Line> lines = lines_of(text, file_name_);
    std::size_t i = 0;
    for (; i < lines.size() && !is_break(lines[i]); ++i) line(lines[i]);
    for (++i; i < lines.size(); ++i) out_.transformations.emplace_back(without_comment(lines[i].text), lines[i].where);
    if (program().statements.empty())
      throw ParseError({file_name_, 1, 1}, "no statement: a program needs one, such as c[i] = a[i]");
    order_trips();
    detail::declare_used(program(), loops_, default_type_);
    detail::check_names(program(), loops_);
    program().source = std::string(text.substr(0, text.find("\n---")));
    return std::move(out_);
  }

 private:
  Program& program() { return out_.program; }

  void line(const Line& line) {
    const std::size_t end = line.text.find_first_of(" \t\n");
    const std::string word = line.text.substr(0, end);
    const std::size_t rest_at =
        std::min(line.text.find_first_not_of(" \t", std::min(end, line.text.size())), line.text.size());
    const std::string rest = line.text.substr(rest_at);
    const SourceLocation rest_where{file_name_, line.where.line,
                                    line.where.column + static_cast<std::uint32_t>(rest_at)};
    const bool assigns = rest.starts_with("=");  // a variable may be called as a line is
    if (word == "kernel" && !assigns)
      kernel(rest, rest_where);
    else if (word == "domain" && !assigns)
      domain(rest, rest_where);
    else if (word == "assume" && !assigns)
      assume(rest, rest_where);
    else if (word == "trips" && !assigns)
      trips({rest, rest_where});
    else if (word == "default" && !assigns)
      default_type_ = type(without_comment(rest), rest_where);
    else if ((word == "global" || word == "local" || word == "private") && !assigns)
      declare(word, rest, rest_where);
    else
      statement(line);
  }

  void kernel(const std::string& rest, const SourceLocation& where) {
    const std::vector<Token> tokens = tokens_of(rest, where);
    if (tokens.size() != 2 || tokens[0].kind != Token::Kind::word) throw ParseError(where, "kernel takes one name");
    program().name = tokens[0].text;
  }

  /// "{ [i] : 0 <= i < n }" becomes "[n] -> { [i] : 0 <= i < n }": isl wants its parameters listed.
  /// The text in front moves isl's columns to the right, so the origin is moved to the left by as
  /// much.
  void domain(const std::string& rest, const SourceLocation& where) {
    std::string text = without_comment(rest);
    SourceLocation origin = where;
    if (!text.starts_with("[")) {
      const std::string prefix = fmt::format("[{}] -> ", fmt::join(free_names(text, where), ", "));
      text = prefix + text;
      const auto shift = static_cast<std::uint32_t>(prefix.size());
      origin.column = origin.column > shift ? origin.column - shift : 1;
    }
    symbolic::Set set = symbolic::Set::parse(text, program().context, origin);
    check_domain(set, where);
    program().domains.push_back(std::move(set));
    for (const std::string& loop : program().loops()) loops_.insert(loop);
  }

  /// Every loop has a name that no other domain has, and is bounded on both sides.
  void check_domain(const symbolic::Set& set, const SourceLocation& where) {
    const auto dimensions = static_cast<unsigned>(set.dimensions());
    if (dimensions == 0) throw ParseError(where, "a domain needs loops: { [i] : 0 <= i < n }");
    std::set<std::string> names;
    for (unsigned d = 0; d < dimensions; ++d) {
      const char* loop = isl_set_get_dim_name(set.get(), isl_dim_set, d);
      if (loop == nullptr) throw ParseError(where, "every place of the domain's tuple is the name of a loop");
      if (loops_.contains(loop) || !names.insert(loop).second)
        throw ParseError(where, fmt::format("the loop '{}' is in two domains", loop));
      const bool bounded = isl_set_dim_has_any_lower_bound(set.get(), isl_dim_set, d) == isl_bool_true &&
                           isl_set_dim_has_any_upper_bound(set.get(), isl_dim_set, d) == isl_bool_true;
      if (!bounded && !set.is_empty())
        throw ParseError(where,
                         fmt::format("the domain is unbounded: nothing limits the loop '{}' on both sides", loop));
    }
  }

  void assume(const std::string& rest, const SourceLocation& where) {
    const symbolic::Set more = parse_assumption(without_comment(rest), program().context, where);
    program().assumptions = program().assumptions ? program().assumptions->intersect(more) : more;
    if (program().assumptions->is_empty()) throw ParseError(where, "nothing can fulfil all that is assumed");
  }

  /// "a, b: f32[n, n] order 1, 0"
  void declare(const std::string& space, const std::string& rest, const SourceLocation& where) {
    const std::vector<Token> tokens = tokens_of(rest, where);
    ExpressionParser p(tokens, loops_);
    std::vector<std::pair<std::string, SourceLocation>> names;
    do {
      const SourceLocation here = p.peek().where;
      names.emplace_back(p.identifier("the name of a variable"), here);
    } while (p.skip(","));
    p.expect(":");
    Variable variable;
    variable.space = space == "global" ? Space::global : space == "local" ? Space::local : Space::private_;
    const SourceLocation type_where = p.peek().where;
    variable.type = type(p.identifier("a type"), type_where);
    if (p.skip("[")) {
      do variable.shape.push_back(p.expression());
      while (p.skip(","));
      p.expect("]");
    }
    variable.order = order(p, variable.shape.size());
    if (p.peek().kind != Token::Kind::end) p.fail(fmt::format("'{}' follows a whole declaration", p.peek().text));
    variable.is_argument = variable.space == Space::global && variable.shape.empty();
    if (variable.space == Space::local && variable.shape.empty())
      throw ParseError(type_where, "local memory holds arrays: give a shape");
    for (const auto& [name, place] : names) detail::declare(program(), loops_, name, place, variable);
  }

  /// "NAME = VALUE [within i, j]": a statement that sets a private scalar, which domains name as a bound.
  void trips(const Line& line) {
    statement(line);
    const Statement& s = program().statements.back();
    if (s.target->op != Op::name) throw ParseError(line.where, "trips NAME = VALUE: a trip count is a scalar");
    detail::declare(program(), loops_, s.target->name, line.where,
                    {.name = "", .space = Space::private_, .type = Type::i32, .shape = {}, .order = {}, .where = {}});
    program().trips[s.target->name];
  }

  /// What runs in a loop that a trip count bounds comes after the statement that sets the count.
  void order_trips() {
    for (const auto& [count, values] : program().trips) {
      std::string setter;
      for (const Statement& s : program().statements)
        if (s.target->op == Op::name && s.target->name == count) setter = s.id;
      for (Statement& s : program().statements) {
        std::set<std::string> loops = s.loops;
        walk(s.value, [&](const Expression& e) { loops.insert(e.loops.begin(), e.loops.end()); });
        for (const std::string& loop : loops)
          if (s.id != setter && detail::bounded_by(program(), loop).contains(count)) s.after.insert(setter);
      }
    }
  }

  /// "[id:] [if CONDITION:] TARGET = VALUE [within i, j] [after id, id]". Without an id a statement
  /// is called by its number: s0, s1 and so on. "if" is looked for before an id, so no statement
  /// can be called so. A condition is read without the conditional operator, whose ":" would be
  /// mistaken for the one that ends the condition.
  void statement(const Line& line) {
    const std::vector<Token> tokens = tokens_of(line.text, line.where);
    ExpressionParser p(tokens, loops_);
    Statement s;
    s.where = line.where;
    if (p.peek().kind == Token::Kind::word && p.is_sign(":", 1) && !p.is_word("if")) {
      s.id = p.identifier("the name of a statement");
      p.expect(":");
    }
    if (p.skip("if")) {
      s.conditions.push_back(p.operators());
      p.expect(":");
    }
    const SourceLocation target_where = p.peek().where;
    s.target = p.expression();
    if (s.target->op != Op::name && s.target->op != Op::subscript)
      throw ParseError(target_where, "a statement sets an element or a scalar: c[i] = ... or x = ...");
    s.atomic = p.skip("+=");
    if (!s.atomic) p.expect("=");
    s.value = p.expression();
    if (s.atomic) check_atomic(program(), s);
    collect_loops(loops_, s);
    if (p.skip("within"))
      for (const std::string& loop : names(p, "a loop")) s.loops.insert(loop);
    if (p.skip("after"))
      for (const std::string& id : names(p, "a statement")) s.after.insert(id);
    if (p.peek().kind != Token::Kind::end) p.fail(fmt::format("'{}' follows a whole statement", p.peek().text));
    if (s.id.empty()) s.id = fmt::format("s{}", program().statements.size());
    for (const Statement& other : program().statements)
      if (other.id == s.id) throw ParseError(line.where, fmt::format("two statements are called '{}'", s.id));
    program().statements.push_back(std::move(s));
  }

  std::string file_name_;
  ParsedFile out_;
  std::set<std::string> loops_;
  Type default_type_ = Type::f32;
};

}  // namespace

std::vector<std::string> free_names(std::string_view set_text, const SourceLocation& origin) {
  const std::vector<Token> tokens = tokens_of(set_text, origin);
  std::set<std::string> bound = tuple_names(tokens);
  bound.merge(bound_names(tokens));
  std::vector<std::string> names;
  for (const Token& token : tokens)
    if (token.kind == Token::Kind::word && !is_isl_word(token.text) && !bound.contains(token.text) &&
        std::ranges::find(names, token.text) == names.end())
      names.push_back(token.text);
  return names;
}

symbolic::Set parse_assumption(std::string_view text, const symbolic::Context& context, const SourceLocation& origin) {
  const std::string prefix = fmt::format("[{}] -> {{ : ", fmt::join(free_names(text, origin), ", "));
  SourceLocation shifted = origin;
  const auto shift = static_cast<std::uint32_t>(prefix.size());
  shifted.column = shifted.column > shift ? shifted.column - shift : 1;
  return symbolic::Set::parse(prefix + std::string(text) + " }", context, shifted);
}

ParsedFile parse_file(std::string_view text, const std::string& file_name) { return FileParser(file_name).parse(text); }

}  // namespace forewarp::loop
