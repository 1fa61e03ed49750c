// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Two candidates are of one group when neither falls short of the other (work.hpp). That is no equivalence, so a group
// is what agrees with its first member, taken in the order of time:
//
//     block=32 (90 us), block=64 (96 us), block=128 (110 us), block=256 (130 us), each of twice the work of the one
//     before
//     -> four groups; the last does most, so it comes first, and the others say what they leave out of it.
//
// With G groups of n candidates that is n G comparisons of a few numbers each.
#include "forewarp/model/rank/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/own_define.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/rank/configure.hpp"
#include "forewarp/model/rank/work.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::rank {
namespace {

using Members = std::vector<Candidate>;

/// What is varied of the space, by what it is.
struct Varied {
  std::vector<std::string> parameters;  ///< of the launch: sizes of the problem, perhaps
  std::vector<std::string> all;
};

Varied varied_of(const RankOptions& options) {
  Varied varied;
  for (const Dimension& d : options.space.dimensions) {
    varied.all.push_back(d.name);
    if (role_of(options.request, d.name) == Role::parameter) varied.parameters.push_back(d.name);
  }
  return varied;
}

std::string configuration_text(const Candidate& c, const Varied& varied) {
  std::string text;
  for (const std::string& name : varied.all) text += (text.empty() ? "" : " ") + name + "=" + c.configuration.at(name);
  return text;
}

bool sizes_differ(const Candidate& a, const Candidate& b, const Varied& varied) {
  return std::ranges::any_of(
      varied.parameters, [&](const std::string& name) { return a.configuration.at(name) != b.configuration.at(name); });
}

std::optional<Shortfall> short_of(const Candidate& one, const Candidate& other, const Varied& varied) {
  return shortfall(one.work, other.work, sizes_differ(one, other, varied));
}

std::vector<Members> groups_of(Members candidates, const Varied& varied) {
  std::vector<Members> groups;
  for (Candidate& c : candidates) {
    const auto same = std::ranges::find_if(groups, [&](const Members& group) {
      return !short_of(c, group.front(), varied) && !short_of(group.front(), c, varied);
    });
    Members& group = same == groups.end() ? groups.emplace_back() : *same;
    group.push_back(std::move(c));
  }
  return groups;
}

/// Those that fall short of the fewest others first.
void most_work_first(std::vector<Members>& groups, const Varied& varied) {
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::size_t above = 0;
    for (const Members& other : groups) above += short_of(groups[g].front(), other.front(), varied) ? 1U : 0U;
    order.emplace_back(above, g);
  }
  std::ranges::sort(order);
  std::vector<Members> sorted;
  for (const auto& [above, g] : order) sorted.push_back(std::move(groups[g]));
  groups = std::move(sorted);
}

/// A parameter that reaches the arguments and of which the two groups have no value in common: the size of another
/// problem. Empty: none.
std::string separating_parameter(const Members& one, const Members& other, const Varied& varied) {
  if (one.front().work.arguments == other.front().work.arguments) return "";
  for (const std::string& name : varied.parameters) {
    const auto values = [&](const Members& group) {
      std::set<std::string> all;
      for (const Candidate& c : group) all.insert(c.configuration.at(name));
      return all;
    };
    const std::set<std::string> of_one = values(one), of_other = values(other);
    if (std::ranges::none_of(of_one, [&](const std::string& v) { return of_other.contains(v); })) return name;
  }
  return "";
}

std::string difference(const Members& group, const Members& most, const Varied& varied) {
  const Candidate &one = group.front(), &other = most.front();
  const auto lacks = short_of(one, other, varied);
  const std::string name = configuration_text(one, varied), of = configuration_text(other, varied);
  if (!lacks) return fmt::format("{} does other work than {}", name, of);
  const std::string what =
      fmt::format("{} {} {} of the bytes of {} that {} {}", name, lacks->stores ? "stores" : "reads",
                  share_text(lacks->share), lacks->buffer, of, lacks->stores ? "stores" : "reads");
  const std::string size = separating_parameter(group, most, varied);
  if (!size.empty())
    return fmt::format("{}={} is another problem than {}={}: {}", size, one.configuration.at(size), size,
                       other.configuration.at(size), what);
  return what;
}

/// The dimensions that change neither code nor launch: for all other values alike, every value gives the same.
std::vector<std::string> without_effect(const RankOptions& options, const Members& candidates) {
  std::vector<std::string> names;
  for (const Dimension& d : options.space.dimensions) {
    std::map<Configuration, std::set<std::string>> keys;
    std::size_t most = 0, pairs = 0;
    for (const Candidate& c : candidates) {
      Configuration rest = c.configuration;
      rest.erase(d.name);
      std::set<std::string>& here = keys[rest];
      pairs += here.empty() ? 0U : 1U;
      here.insert(c.key);
      most = std::max(most, here.size());
    }
    if (pairs > 0 && most == 1) names.push_back(d.name);
  }
  return names;
}

std::string no_effect_note(const RankOptions& options, const std::string& name) {
  const std::string what =
      fmt::format("{} changes nothing: all its values give the same code and the same launch", name);
  if (role_of(options.request, name) != Role::macro) return what;
  const auto file = kernel::describe(options.request).description.source;
  const std::size_t line = source::own_define(read_file(file), name);
  if (line == 0) return what + fmt::format(" ({} does not look at it)", file.filename().string());
  return what + fmt::format(" ({}:{} defines {} itself, which overrides -D)", file.filename().string(), line, name);
}

/// Rows whose times differ by less than the model can tell from each other.
std::string alike_note(const Ranking& ranking) {
  constexpr double alike = 1.02;
  const auto& all = ranking.candidates;
  const std::size_t count = ranking.groups.front().count;
  std::size_t near = 0;
  while (near < count && all[near].prediction->time_s <= alike * all.front().prediction->time_s) ++near;
  if (near < 2) return "";
  return near == count ? fmt::format("all {} are within 2 % of each other: no difference that the model can tell", near)
                       : fmt::format("the first {} are within 2 % of the fastest: take them as equal", near);
}

void add_notes(const RankOptions& options, Ranking& ranking) {
  if (ranking.groups.empty()) return;
  if (ranking.groups.size() > 1)
    ranking.notes.push_back(
        fmt::format("not all configurations do the same work: {} groups are ranked apart, the one that does most first",
                    ranking.groups.size()));
  const Members runnable(ranking.candidates.begin(),
                         ranking.candidates.begin() +
                             static_cast<std::ptrdiff_t>(ranking.groups.back().first + ranking.groups.back().count));
  for (const std::string& name : without_effect(options, runnable))
    ranking.notes.push_back(no_effect_note(options, name));
  if (const std::string alike = alike_note(ranking); !alike.empty()) ranking.notes.push_back(alike);
  if (!runnable.front().prediction->times_checked) ranking.notes.emplace_back(model::unchecked_times_note);
}

}  // namespace

void put_in_order(const RankOptions& options, Ranking& ranking) {
  const Varied varied = varied_of(options);
  Members all = std::move(ranking.candidates);
  const auto able = std::ranges::stable_partition(all, [](const Candidate& c) { return c.prediction.has_value(); });
  Members refused(std::make_move_iterator(able.begin()), std::make_move_iterator(able.end()));
  all.erase(able.begin(), able.end());
  std::ranges::stable_sort(all, {}, [](const Candidate& c) { return c.prediction->time_s; });
  std::vector<Members> groups = groups_of(std::move(all), varied);
  most_work_first(groups, varied);
  ranking.candidates.clear();
  for (const Members& group : groups) {
    ranking.groups.push_back({ranking.candidates.size(), group.size(),
                              &group == groups.data() ? "" : difference(group, groups.front(), varied)});
    ranking.candidates.insert(ranking.candidates.end(), group.begin(), group.end());
  }
  std::ranges::move(refused, std::back_inserter(ranking.candidates));
  add_notes(options, ranking);
}

}  // namespace forewarp::rank
