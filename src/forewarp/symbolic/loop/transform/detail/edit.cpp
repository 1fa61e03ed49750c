// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/text.hpp"
#include "forewarp/symbolic/loop/access.hpp"

namespace forewarp::loop::detail {

namespace {

// Variables, parameters (fixed ones, too) and loops share one name space.
bool is_taken(const Program& program, const std::string& name) {
  const auto parameters = program.parameters();
  return program.variables.contains(name) || program.fixed.contains(name) || program.has_loop(name) ||
         std::find(parameters.begin(), parameters.end(), name) != parameters.end();
}

/// Whether `text` is `pattern`, where * matches anything: *fetch* matches a_fetch_0. Tries every
/// length for the star, which is exponential in the number of stars; ids are short and patterns
/// have one or two.
bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (text.substr(0, star) != pattern.substr(0, star) || text.size() < star) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= text.size(); ++at)
    if (matches(rest, text.substr(at))) return true;
  return false;
}

bool uses(const Program& program, const Statement& statement, const std::string& variable, bool write) {
  const auto all = accesses_of(program, statement);
  return std::any_of(all.begin(), all.end(),
                     [&](const Access& a) { return a.variable == variable && a.write == write; });
}

/// The one number that an affine function is everywhere: all its pieces must be the same constant.
/// 2^40 as in affine_expression.cpp.
std::optional<std::int64_t> constant_of(isl_pw_aff* function) {
  std::optional<std::int64_t> value;
  if (function != nullptr && isl_pw_aff_n_piece(function) > 0) {
    bool one = true;
    struct Seen {
      std::optional<std::int64_t>& value;
      bool& one;
    } seen{value, one};
    isl_pw_aff_foreach_piece(
        function,
        [](isl_set* where, isl_aff* form, void* user) {
          auto& all = *static_cast<Seen*>(user);
          isl_val* constant = isl_aff_get_constant_val(form);
          const bool fits = isl_aff_is_cst(form) == isl_bool_true && isl_val_is_int(constant) == isl_bool_true &&
                            isl_val_cmp_si(constant, 1L << 40) < 0 && isl_val_cmp_si(constant, -(1L << 40)) > 0;
          const std::int64_t here = fits ? isl_val_get_num_si(constant) : 0;
          all.one = all.one && fits && (!all.value || *all.value == here);
          all.value = here;
          isl_val_free(constant);
          isl_aff_free(form);
          isl_set_free(where);
          return isl_stat_ok;
        },
        &seen);
    if (!one) value.reset();
  }
  isl_pw_aff_free(function);
  return value;
}

}  // namespace

void require_loop(const Program& program, std::string_view who, const std::string& loop) {
  const auto known = program.loops();
  if (std::find(known.begin(), known.end(), loop) == known.end())
    throw InputError(fmt::format("{}: no loop '{}'{}", who, loop, did_you_mean(loop, known)));
}

void require_free(const Program& program, std::string_view who, const std::string& name) {
  if (!is_identifier(name)) throw InputError(fmt::format("{}: '{}' is not a name", who, name));
  if (is_taken(program, name))
    throw InputError(fmt::format("{}: the name '{}' is in use already; choose another", who, name));
}

std::string free_name(const Program& program, const std::string& base) {
  std::string name = base;
  for (int i = 0; is_taken(program, name); ++i) name = fmt::format("{}_{}", base, i);
  return name;
}

std::string free_statement_id(const Program& program, const std::string& base) {
  const auto taken = [&](const std::string& id) {
    return std::any_of(program.statements.begin(), program.statements.end(),
                       [&](const Statement& s) { return s.id == id; });
  };
  std::string id = base;
  for (int i = 0; taken(id); ++i) id = fmt::format("{}_{}", base, i);
  return id;
}

std::size_t domain_with(const Program& program, const std::string& loop) {
  for (std::size_t i = 0; i < program.domains.size(); ++i) {
    const auto inside = loops_of(program.domains[i]);
    if (std::find(inside.begin(), inside.end(), loop) != inside.end()) return i;
  }
  throw InputError(fmt::format("no loop '{}'", loop));
}

std::vector<std::string> loops_of(const symbolic::Set& domain) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < domain.dimensions(); ++i) {
    const char* loop = isl_set_get_dim_name(domain.get(), isl_dim_set, i);
    names.emplace_back(loop != nullptr ? loop : fmt::format("i{}", i));
  }
  return names;
}

symbolic::Set named(const symbolic::Set& set, const std::vector<std::string>& names) {
  isl_set* result = isl_set_reset_tuple_id(isl_set_copy(set.get()));
  for (unsigned i = 0; i < names.size(); ++i) result = isl_set_set_dim_name(result, isl_dim_set, i, names[i].c_str());
  return symbolic::Set::adopt(result, set.context());
}

/// Replaces the loop in subscripts, values, conditions and reductions: its name by `value`, itself
/// by `loops` in the same place of the nest. After split i 16 that is 16*i_out + i_in and {i_out,
/// i_in}.
void exchange_loop(Statement& statement, const std::string& loop, const std::vector<std::string>& loops,
                   const ExpressionPtr& value) {
  const auto change = [&](const ExpressionPtr& e) {
    return rebuild(e, [&](ExpressionPtr node) -> ExpressionPtr {
      if (node->op == Op::name && node->name == loop) return value;
      const auto at = std::find(node->loops.begin(), node->loops.end(), loop);
      if (node->op != Op::reduce || at == node->loops.end()) return node;
      Expression changed = *node;
      auto place = changed.loops.erase(changed.loops.begin() + (at - node->loops.begin()));
      changed.loops.insert(place, loops.begin(), loops.end());
      return std::make_shared<const Expression>(std::move(changed));
    });
  };
  statement.target = change(statement.target);
  statement.value = change(statement.value);
  for (ExpressionPtr& condition : statement.conditions) condition = change(condition);
  if (statement.loops.erase(loop) > 0) statement.loops.insert(loops.begin(), loops.end());
}

void exchange_loop(Program& program, const std::string& loop, const std::vector<std::string>& loops,
                   const ExpressionPtr& value) {
  for (Statement& statement : program.statements) exchange_loop(statement, loop, loops, value);
  for (auto& priority : program.priorities) {
    const auto at = std::find(priority.begin(), priority.end(), loop);
    if (at == priority.end()) continue;
    const auto place = priority.erase(at);
    priority.insert(place, loops.begin(), loops.end());
  }
}

/// Statements by id (with stars), by "writes:ARRAY" or by "reads:ARRAY". An empty choice is an
/// error: a transformation that silently does nothing would be mistaken for one that worked.
std::vector<std::size_t> selected(const Program& program, std::string_view who, const std::string& pattern) {
  const bool writes = pattern.starts_with("writes:"), reads = pattern.starts_with("reads:");
  const std::string text = pattern.substr(writes ? 7 : reads ? 6 : pattern.starts_with("id:") ? 3 : 0);
  if (writes || reads) (void)program.variable(text);
  std::vector<std::size_t> chosen;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < program.statements.size(); ++i) {
    const Statement& s = program.statements[i];
    known.push_back(s.id);
    if (writes || reads ? uses(program, s, text, writes) : matches(text, s.id)) chosen.push_back(i);
  }
  if (!chosen.empty()) return chosen;
  if (writes || reads)
    throw InputError(fmt::format("{}: no statement {} '{}'", who, writes ? "writes" : "reads", text));
  throw InputError(fmt::format("{}: no statement '{}'{}", who, text, did_you_mean(text, known)));
}

/// The range over all sizes; nothing where it is unbounded or depends on more than emptiness.
std::optional<Range> constant_range(const Program& program, const std::string& loop) {
  const symbolic::Set values = domain_of(program, {loop});
  if (values.is_empty()) return std::nullopt;
  // Parameters that only make the set empty for some sizes do not count: the hull of all that can be is meant.
  isl_set* hull = isl_set_copy(values.get());
  hull = isl_set_project_out(hull, isl_dim_param, 0, static_cast<unsigned>(isl_set_dim(hull, isl_dim_param)));
  isl_set* other = isl_set_copy(hull);
  if (isl_set_dim_has_any_upper_bound(hull, isl_dim_set, 0) != isl_bool_true ||
      isl_set_dim_has_any_lower_bound(hull, isl_dim_set, 0) != isl_bool_true) {
    isl_set_free(hull);
    isl_set_free(other);
    return std::nullopt;
  }
  const auto low = constant_of(isl_set_dim_min(hull, 0));
  const auto high = constant_of(isl_set_dim_max(other, 0));
  if (!low || !high) return std::nullopt;
  return Range{*low, *high};
}

/// One transformation is one line of the record, however many others it consists of: chunk is not
/// shown as the split, tag, realize and privatize that it calls. The lines, applied to the source
/// again, give the same program.
Program recorded(Program after, const Program& before, std::string line) {
  after.transformations = before.transformations;
  after.transformations.push_back(std::move(line));
  return after;
}

void refuse_at(const SourceLocation& where, const std::string& message) {
  if (where.line > 0) throw ParseError(where, message);
  throw InputError(message);
}

std::string tag_text(const LoopTag& tag) {
  switch (tag.kind) {
    case LoopTag::Kind::group:
      return fmt::format("g.{}", tag.axis);
    case LoopTag::Kind::local:
      return fmt::format("l.{}", tag.axis);
    case LoopTag::Kind::unroll:
      return "unroll";
    case LoopTag::Kind::sequential:
      return "for";
  }
  return "for";
}

}  // namespace forewarp::loop::detail
