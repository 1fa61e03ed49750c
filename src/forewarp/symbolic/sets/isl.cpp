// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// isl counts operations per context; renew() resets the count before each question, so that every call has the whole
// allowance. Errors are reported by null results (ISL_ON_ERROR_CONTINUE) and become exceptions in fail().
#include "forewarp/symbolic/sets/isl.hpp"

#include <fmt/format.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>

#include <cstdlib>

#include "forewarp/symbolic/sets/detail/isl_text.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "forewarp/symbolic/sets/memo.hpp"

namespace forewarp::symbolic {
namespace {

std::string taken(char* text, const Context& context) {
  if (text == nullptr) context.fail("printing");
  std::string result = text;
  std::free(text);
  return result;
}

}  // namespace

Context::Context(std::uint64_t max_operations) : memo_(std::make_shared<Memo>()), max_operations_(max_operations) {
  isl_ctx* context = isl_ctx_alloc();
  if (context == nullptr) throw LimitExceeded("isl has no memory for a context");
  isl_options_set_on_error(context, ISL_ON_ERROR_CONTINUE);
  context_ = std::shared_ptr<isl_ctx>(context, isl_ctx_free);
  renew();
}

void Context::renew() const {
  isl_ctx_reset_error(get());
  isl_ctx_set_max_operations(get(), 0);
  isl_ctx_reset_operations(get());
  isl_ctx_set_max_operations(get(), max_operations_);
}

void Context::fail(std::string_view what) const {
  const isl_error error = isl_ctx_last_error(get());
  const char* message = isl_ctx_last_error_msg(get());
  const std::string words = message == nullptr ? "no reason given" : message;
  renew();
  if (error == isl_error_quota)
    throw LimitExceeded(fmt::format("{}: more than {} operations of isl are needed", what, max_operations_));
  throw InputError(fmt::format("{}: {}", what, words));
}

Set Set::parse(std::string_view text, const Context& context, const SourceLocation& origin) {
  const Memo::Key key{.from = {}, .how = std::string(text)};
  if (isl_set* known = context.memo().find_set(key)) return adopt(known, context);
  Set set = adopt(detail::read_set(text, context, origin), context);
  context.memo().keep(key, set.get());
  return set;
}

Set Set::adopt(isl_set* set, const Context& context) {
  if (set == nullptr) context.fail("a set");
  return {std::shared_ptr<isl_set>(set, [context](isl_set* s) { isl_set_free(s); }), context};
}

std::vector<std::string> Set::parameters() const {
  std::vector<std::string> names;
  for (int i = 0; i < isl_set_dim(get(), isl_dim_param); ++i)
    names.emplace_back(isl_set_get_dim_name(get(), isl_dim_param, static_cast<unsigned>(i)));
  return names;
}

std::size_t Set::dimensions() const { return static_cast<std::size_t>(isl_set_dim(get(), isl_dim_set)); }

std::string Set::str() const { return taken(isl_set_to_str(get()), context_); }

bool Set::is_empty() const {
  context_.renew();
  const isl_bool empty = isl_set_is_empty(get());
  if (empty == isl_bool_error) context_.fail("whether a set is empty");
  return empty == isl_bool_true;
}

Set Set::intersect(const Set& other) const {
  context_.renew();
  return adopt(isl_set_intersect(isl_set_copy(get()), isl_set_copy(other.get())), context_);
}

Set Set::unite(const Set& other) const {
  context_.renew();
  return adopt(isl_set_union(isl_set_copy(get()), isl_set_copy(other.get())), context_);
}

Set Set::subtract(const Set& other) const {
  context_.renew();
  return adopt(isl_set_subtract(isl_set_copy(get()), isl_set_copy(other.get())), context_);
}

Set Set::apply(const Map& map) const {
  context_.renew();
  return adopt(isl_set_apply(isl_set_copy(get()), isl_map_copy(map.get())), context_);
}

Map Map::parse(std::string_view text, const Context& context, const SourceLocation& origin) {
  const Memo::Key key{.from = {}, .how = std::string(text)};
  if (isl_map* known = context.memo().find_map(key)) return adopt(known, context);
  Map map = adopt(detail::read_map(text, context, origin), context);
  context.memo().keep(key, map.get());
  return map;
}

Map Map::adopt(isl_map* map, const Context& context) {
  if (map == nullptr) context.fail("a map");
  return {std::shared_ptr<isl_map>(map, [context](isl_map* m) { isl_map_free(m); }), context};
}

std::string Map::str() const { return taken(isl_map_to_str(get()), context_); }

}  // namespace forewarp::symbolic
