// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// i becomes factor * i_out + i_in with 0 <= i_in < factor. The domain is mapped by isl, so partial last blocks are
// exact: 0 <= i < n becomes 0 <= 16 i_out + i_in < n.
#include "forewarp/symbolic/loop/transform/split.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/tag.hpp"

namespace forewarp::loop {

namespace {

constexpr std::int64_t largest_factor = 1 << 20;

/// { [..., loop, ...] -> [..., outer, inner, ...] }
symbolic::Set split_domain(const symbolic::Set& domain, const std::string& loop, std::int64_t factor,
                           const std::string& outer, const std::string& inner) {
  std::vector<std::string> from, to, names;
  std::string equation;
  for (const std::string& each : detail::loops_of(domain)) {
    from.push_back(fmt::format("p{}", from.size()));
    if (each != loop) {
      to.push_back(from.back());
      names.push_back(each);
      continue;
    }
    equation = fmt::format("{} = {} q0 + q1 and 0 <= q1 < {}", from.back(), factor, factor);
    to.insert(to.end(), {"q0", "q1"});
    names.insert(names.end(), {outer, inner});
  }
  domain.context().renew();
  const auto map = symbolic::Map::parse(
      fmt::format("{{ [{}] -> [{}] : {} }}", fmt::join(from, ", "), fmt::join(to, ", "), equation), domain.context());
  return detail::named(detail::named(domain, from).apply(map), names);
}

std::string line_of(const std::string& loop, std::int64_t factor, const SplitOptions& options) {
  std::string line = fmt::format("split {} {}", loop, factor);
  if (!options.outer.empty()) line += fmt::format(" as {}, {}", options.outer, options.inner);
  if (options.outer_tag) line += " outer " + detail::tag_text(*options.outer_tag);
  if (options.inner_tag) line += " inner " + detail::tag_text(*options.inner_tag);
  return line;
}

}  // namespace

Program split(const Program& program, const std::string& loop, std::int64_t factor, const SplitOptions& options) {
  detail::require_loop(program, "split", loop);
  if (factor < 1 || factor > largest_factor)
    throw InputError(fmt::format("split: the factor is {}; it must lie in 1..{}", factor, largest_factor));
  if (program.tags.contains(loop))
    throw InputError(fmt::format("split: loop '{}' is tagged {}; split it before it is tagged", loop,
                                 detail::tag_text(program.tag_of(loop))));
  const std::string outer = options.outer.empty() ? loop + "_out" : options.outer;
  const std::string inner = options.inner.empty() ? loop + "_in" : options.inner;
  detail::require_free(program, "split", outer);
  detail::require_free(program, "split", inner);
  if (outer == inner) throw InputError(fmt::format("split: both loops would be called '{}'", outer));

  Program result = program;
  const std::size_t at = detail::domain_with(program, loop);
  result.domains[at] = split_domain(program.domains[at], loop, factor, outer, inner);
  detail::exchange_loop(result, loop, {outer, inner},
                        make(Op::add, {make(Op::multiply, {integer(factor), name(outer)}), name(inner)}));
  std::map<std::string, LoopTag> tags;
  if (options.outer_tag) tags[outer] = *options.outer_tag;
  if (options.inner_tag) tags[inner] = *options.inner_tag;
  if (!tags.empty()) result = tag(result, tags);
  return detail::recorded(std::move(result), program, line_of(loop, factor, options));
}

/// A split into one loop of another name; the tag moves along. Always legal, and so is split(): the
/// pair (i_out, i_in) in lexicographic order visits the values of i in their old order.
Program rename_loop(const Program& program, const std::string& loop, const std::string& new_name) {
  detail::require_loop(program, "rename", loop);
  detail::require_free(program, "rename", new_name);
  Program result = program;
  const std::size_t at = detail::domain_with(program, loop);
  std::vector<std::string> names = detail::loops_of(program.domains[at]);
  for (std::string& each : names)
    if (each == loop) each = new_name;
  result.domains[at] = detail::named(program.domains[at], names);
  detail::exchange_loop(result, loop, {new_name}, name(new_name));
  if (const auto found = result.tags.find(loop); found != result.tags.end()) {
    result.tags[new_name] = found->second;
    result.tags.erase(loop);
  }
  return detail::recorded(std::move(result), program, fmt::format("rename {} as {}", loop, new_name));
}

}  // namespace forewarp::loop
