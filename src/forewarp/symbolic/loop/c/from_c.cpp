// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// One walk over the function's body collects loops and statements (NestReader). Then one-axis arrays get their axes
// (give_axes), every subscript is checked, and the text is written, twice: the first text leaves out the declarations
// of arrays whose first extent C does not tell, and reading it derives them from use.
#include "forewarp/symbolic/loop/c/from_c.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/c/clang_tree.hpp"
#include "forewarp/symbolic/loop/c/delinearise.hpp"
#include "forewarp/symbolic/loop/c/names.hpp"
#include "forewarp/symbolic/loop/c/nest_reader.hpp"
#include "forewarp/symbolic/loop/parse.hpp"

namespace forewarp::loop {
namespace {

using namespace detail;

bool has_loop(const CNode& node) { return node.kind == "ForStmt" || std::ranges::any_of(node.inner, has_loop); }

CNode chosen(std::vector<CNode> functions, const std::filesystem::path& file, const std::string& wanted) {
  std::vector<std::string> names;
  std::vector<CNode> fit;
  for (CNode& f : functions) {
    names.push_back(f.name);
    if (wanted.empty() ? has_loop(f) : f.name == wanted) fit.push_back(std::move(f));
  }
  if (fit.size() == 1) return std::move(fit.front());
  if (!wanted.empty())
    throw InputError(fmt::format("{}: defines no function '{}'{}", file.string(), wanted, did_you_mean(wanted, names)));
  if (fit.empty()) throw InputError(fmt::format("{}: no function in it has a for loop", file.string()));
  throw InputError(fmt::format("{}: several functions have loops; choose one with --function: {}", file.string(),
                               fmt::join(names, ", ")));
}

/// Every expression of the nest, replaced by what `change` returns.
void change_all(CNest& nest, const std::function<ExpressionPtr(const CStatement&, ExpressionPtr)>& change) {
  for (CStatement& s : nest.statements) {
    const auto each = [&](ExpressionPtr& e) {
      e = rebuild(e, [&](ExpressionPtr node) { return change(s, std::move(node)); });
    };
    each(s.target);
    each(s.value);
    for (ExpressionPtr& e : s.conditions) each(e);
  }
}

bool reads_data(const CNames& names, const ExpressionPtr& e) {
  bool data = false;
  walk(e, [&](const Expression& node) {
    data |= node.op == Op::subscript || node.op == Op::cast ||
            (node.op == Op::name && !names.sizes.contains(node.name) && !names.loops.contains(node.name));
  });
  return data;
}

/// x[i*n + j] becomes x[i, j] where 0 <= j < n in all iterations.
void give_axes(CArray& array, const CNames& names, CNest& nest) {
  std::vector<ExpressionPtr> subscripts;
  SourceLocation first;
  change_all(nest, [&](const CStatement&, ExpressionPtr e) {
    if (e->op != Op::subscript || e->name != array.name) return e;
    subscripts.push_back(e->operands[0]);
    if (first.line == 0) first = e->where;
    return e;
  });
  const auto extents = axes_of_strides(subscripts, names.sizes);
  if (!extents)
    throw ParseError(first, fmt::format("the subscripts of '{}' are not affine: {}", array.name,
                                        to_text(subscripts.empty() ? integer(0) : subscripts.front())));
  if (extents->empty()) return;
  array.type.axes.insert(array.type.axes.end(), extents->begin(), extents->end());
  change_all(nest, [&](const CStatement& s, ExpressionPtr e) {
    if (e->op != Op::subscript || e->name != array.name) return e;
    const std::vector<ExpressionPtr> by = by_axis(e->operands[0], *extents, names.sizes);
    for (std::size_t k = 1; k < by.size(); ++k) {
      const ExpressionPtr low = make(Op::less_equal, {integer(0), by[k]});
      const ExpressionPtr high = make(Op::less, {by[k], (*extents)[k - 1]});
      if (always(nest, s.loops, s.conditions, low) && always(nest, s.loops, s.conditions, high)) continue;
      throw ParseError(e->where, fmt::format("the subscript '{}' of '{}' is not affine: as rows of {} elements it "
                                             "would need 0 <= {} < {}, which does not follow from the loops",
                                             to_text(e->operands[0]), array.name, to_text((*extents)[k - 1]),
                                             to_text(by[k]), to_text((*extents)[k - 1])));
    }
    const ExpressionPtr made = subscript(e->name, by);
    Expression placed = *made;
    placed.where = e->where;
    return ExpressionPtr(std::make_shared<const Expression>(std::move(placed)));
  });
}

/// Subscripts are affine, or read from data; returns the arrays that data index.
std::set<std::string> check_subscripts(const CNames& names, CNest& nest) {
  std::set<std::string> by_data;
  change_all(nest, [&](const CStatement&, ExpressionPtr e) {
    if (e->op != Op::subscript) return e;
    for (const ExpressionPtr& index : e->operands) {
      if (reads_data(names, index))
        by_data.insert(e->name);
      else if (!isl_text(index))
        throw ParseError(e->where, fmt::format("the subscript '{}' of '{}' is not affine", to_text(index), e->name));
    }
    return e;
  });
  return by_data;
}

/// The parts of the text that do not change between its two versions.
struct Text {
  std::string head, body;
  std::map<std::string, std::string> scalars;  ///< declarations of arguments and private scalars
};

std::string declaration(const CArray& array, const std::vector<ExpressionPtr>& shape) {
  std::vector<std::string> extents;
  for (const ExpressionPtr& extent : shape) extents.push_back(to_text(extent));
  return fmt::format("{} {}: {}[{}]\n", array.is_private ? "private" : "global", array.name,
                     name_of(array.type.element), fmt::join(extents, ", "));
}

std::string statement_text(const CNest& nest, const CStatement& s) {
  std::vector<ExpressionPtr> conditions = s.conditions;
  std::vector<std::string> loops;
  for (const std::size_t l : s.loops) {
    loops.push_back(nest.loops[l].name);
    if (nest.loops[l].may_be_empty)
      conditions.insert(conditions.begin(), nest.loops[l].conditions.begin(), nest.loops[l].conditions.end());
  }
  std::string text;
  if (!conditions.empty()) {
    ExpressionPtr all = conditions.front();
    for (std::size_t k = 1; k < conditions.size(); ++k) all = make(Op::logical_and, {all, conditions[k]});
    text = fmt::format("if {}: ", to_text(all));
  }
  text = (s.is_trip_count ? "trips " : "") + text + fmt::format("{} = {}", to_text(s.target), to_text(s.value));
  return text + (loops.empty() ? "\n" : fmt::format(" within {}\n", fmt::join(loops, ", ")));
}

/// The loops around a statement as C nests them, where the domains would nest them otherwise.
std::vector<std::string> priorities(const CNest& nest, const std::vector<std::vector<std::size_t>>& domains) {
  std::vector<std::size_t> order;
  for (const auto& domain : domains) order.insert(order.end(), domain.begin(), domain.end());
  std::vector<std::string> lines;
  for (const CStatement& s : nest.statements) {
    std::vector<std::size_t> places;
    std::vector<std::string> names;
    for (const std::size_t l : s.loops) {
      places.push_back(static_cast<std::size_t>(std::ranges::find(order, l) - order.begin()));
      names.push_back(nest.loops[l].name);
    }
    if (std::ranges::is_sorted(places)) continue;
    std::string line = fmt::format("prioritize {}\n", fmt::join(names, ", "));
    if (std::ranges::count(lines, line) == 0) lines.push_back(std::move(line));
  }
  return lines;
}

class ProgramWriter {
 public:
  ProgramWriter(NestReader& read, const COptions& options) : read_(read), options_(options) {}

  FromC write(const std::string& function) {
    CNest& nest = read_.nest();
    for (auto& [id, array] : read_.names().arrays)
      if (array.type.axes.size() == 1 && !array.type.axes[0]) give_axes(array, read_.names(), nest);
    for (const std::string& array : check_subscripts(read_.names(), nest)) name_length(array, "is indexed by data");
    const auto domains = domains_of(nest);
    if (domains.empty()) throw InputError(fmt::format("{}: no loop is left of it", function));
    for (const auto& domain : domains)
      for (const std::size_t l : mark_empty(nest, domain))
        out_.notes.push_back(fmt::format(
            "{}: the loop '{}' may have no iteration; its domain has one more, in which its statements do nothing",
            nest.loops[l].where.str(), nest.loops[l].name));
    try {
      out_.text = text(function, domains);
    } catch (const ParseError&) {
      if (!name_lengths()) throw;  // what is wrong is no missing extent
      out_.text = text(function, domains);
    }
    (void)parse_file(out_.text, function + ".loop");
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string text(const std::string& function,
                                 const std::vector<std::vector<std::size_t>>& domains) const {
    const CNest& nest = read_.nest();
    std::string head = fmt::format("kernel {}\n", function), body;
    for (const auto& domain : domains) head += fmt::format("domain {}\n", domain_text(nest, domain));
    if (!options_.assume.empty()) head += fmt::format("assume {}\n", options_.assume);
    if (read_.divides()) head += assumed_sizes();
    for (const std::string& line : read_.declarations()) head += line;
    for (const CStatement& s : nest.statements) body += statement_text(nest, s);
    const std::vector<std::string> order = priorities(nest, domains);
    const std::string tail = order.empty() ? "" : fmt::format("---\n{}", fmt::join(order, ""));
    return head + arrays(head + known_arrays() + body) + body + tail;
  }

  /// The lengths of all arrays whose first extent does not follow; false where there is none.
  bool name_lengths() {
    std::vector<std::string> open;
    for (const auto& [id, array] : read_.names().arrays)
      if (!is_known(array) && is_used(array)) open.push_back(array.name);
    for (const std::string& array : open) name_length(array, "has an extent that does not follow from the loops");
    return !open.empty();
  }

  [[nodiscard]] std::string assumed_sizes() const {
    std::vector<std::string> all;
    for (const std::string& size : read_.nest().sizes) all.push_back(size + " >= 0");
    return all.empty() ? "" : fmt::format("assume {}\n", fmt::join(all, " and "));
  }

  static bool is_known(const CArray& array) {
    return std::ranges::all_of(array.type.axes, [](const ExpressionPtr& e) { return e != nullptr; });
  }

  /// An extent that C does not tell and no subscript shows: an argument of the kernel.
  void name_length(const std::string& name, const char* why) {
    for (auto& [id, array] : read_.names().arrays) {
      if (array.name != name || is_known(array)) continue;
      const std::string length = read_.names().fresh(name + "_length");
      array.type.axes[0] = loop::name(length);
      read_.nest().sizes.push_back(length);
      read_.names().sizes.insert(length);
      out_.notes.push_back(fmt::format("'{}' {}: its {} is the size {}", name, why,
                                       array.type.axes.size() > 1 ? "first extent" : "number of elements", length));
    }
  }

  [[nodiscard]] std::string known_arrays() const {
    std::string out;
    for (const auto& [id, array] : read_.names().arrays)
      if (is_used(array) && is_known(array)) out += declaration(array, array.type.axes);
    return out;
  }

  [[nodiscard]] bool is_used(const CArray& array) const { return read_.is_used(array.name); }

  /// All declarations; what is missing is derived from `text`, which leaves it out.
  [[nodiscard]] std::string arrays(const std::string& text) const {
    const ParsedFile first = parse_file(text, "the loop program");
    std::string out;
    for (const auto& [id, array] : read_.names().arrays) {
      if (!is_used(array)) continue;
      std::vector<ExpressionPtr> shape = array.type.axes;
      if (!shape[0]) shape[0] = first.program.variable(array.name).shape.at(0);
      out += declaration(array, shape);
    }
    return out;
  }

  NestReader& read_;
  const COptions& options_;
  FromC out_;
};

}  // namespace

FromC from_c(const std::filesystem::path& file, const COptions& options) {
  const CNode function = chosen(functions_of(file, options), file, options.function);
  NestReader reader;
  reader.read(function);
  FromC out = ProgramWriter(reader, options).write(reader.names().fresh(function.name));
  out.notes.insert(out.notes.begin(), reader.notes().begin(), reader.notes().end());
  std::string head = fmt::format("# {} of {}\n", function.name, file.string());
  for (const std::string& note : out.notes) head += fmt::format("# {}\n", note);
  out.text = head + out.text;
  return out;
}

}  // namespace forewarp::loop
