// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Two candidates are of one group when their results agree (results.hpp), or, where those were not compared, when
// neither falls short of the other in bytes (work.hpp). That is no equivalence, so a group is what agrees with its
// first member, taken in the order of time:
//
//     block=32 (90 us), block=64 (96 us), block=128 (110 us), block=256 (130 us), each of twice the work of the one
//     before
//     -> four groups; the last does most, so it comes first, and the others say what they leave out of it.
//
// With G groups of n candidates that is n G comparisons of a few numbers each.
#include "forewarp/model/rank/groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/own_define.hpp"
#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/rank/configure.hpp"
#include "forewarp/model/rank/results.hpp"
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

/// How one candidate's work differs from another's.
struct Difference {
  std::optional<Shortfall> bytes;
  std::optional<ResultDifference> results;
};

std::optional<Difference> difference_of(const Candidate& one, const Candidate& other, const Varied& varied) {
  const Comparison compared = one.results && other.results ? compare(*one.results, *other.results) : Comparison{};
  if (compared.verdict == Verdict::same && one.results->extent == Extent::whole) return std::nullopt;
  // Fewer instructions for the same results are no less work.
  const auto counts = [&](const std::optional<Shortfall>& s) {
    return s && (!s->buffer.empty() || compared.verdict != Verdict::same);
  };
  Difference difference{short_of(one, other, varied), compared.difference};
  if (!counts(difference.bytes)) difference.bytes.reset();
  if (difference.bytes || difference.results || counts(short_of(other, one, varied))) return difference;
  return std::nullopt;
}

/// Whether one does less than the other, rather than something else.
bool does_less(const Candidate& one, const Candidate& other, const Varied& varied) {
  const auto difference = difference_of(one, other, varied);
  if (!difference) return false;
  return difference->bytes || (difference->results && difference->results->elements && difference->results->share < 1);
}

/// Which of the groups the candidate belongs to: of those it may belong to, the one that is most alike in what it
/// counts, as a sample may leave open which it is.
Members* group_for(const Candidate& c, std::vector<Members>& groups, const Varied& varied) {
  const auto distance = [&](const Work& a, const Work& b) {
    const auto apart = [](double x, double y) { return x > 0 && y > 0 ? std::abs(std::log(x / y)) : 0; };
    return apart(a.stored, b.stored) + apart(a.loaded, b.loaded);
  };
  Members* nearest = nullptr;
  for (Members& group : groups) {
    if (difference_of(c, group.front(), varied)) continue;
    if (nearest == nullptr || distance(c.work, group.front().work) < distance(c.work, nearest->front().work))
      nearest = &group;
  }
  return nearest;
}

std::vector<Members> groups_of(Members candidates, const Varied& varied) {
  std::vector<Members> groups;
  for (Candidate& c : candidates) {
    Members* same = group_for(c, groups, varied);
    (same != nullptr ? *same : groups.emplace_back()).push_back(std::move(c));
  }
  return groups;
}

/// Those that fall short of the fewest others first, then those of more configurations, then of more instructions.
void most_work_first(std::vector<Members>& groups, const Varied& varied) {
  std::vector<std::tuple<std::size_t, std::size_t, double, std::size_t>> order;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::size_t above = 0;
    for (const Members& other : groups)
      if (&other != &groups[g]) above += does_less(groups[g].front(), other.front(), varied) ? 1U : 0U;
    order.emplace_back(above, std::numeric_limits<std::size_t>::max() - groups[g].size(),
                       -groups[g].front().work.thread_instructions, g);
  }
  std::ranges::sort(order);
  std::vector<Members> sorted;
  for (const auto& entry : order) sorted.push_back(std::move(groups[std::get<3>(entry)]));
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

/// "TILE=8 reads 1/4 of the bytes of A that TILE=32 reads".
std::string bytes_text(const Shortfall& lacks, const std::string& name, const std::string& of) {
  if (lacks.buffer.empty())
    return fmt::format("{} executes {} of the instructions of {}", name, share_text(lacks.share), of);
  const char* does = lacks.stores ? "stores" : "reads";
  return fmt::format("{} {} {} of the bytes of `{}` that {} {}", name, does, share_text(lacks.share), lacks.buffer, of,
                     does);
}

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

std::string results_text(const ResultDifference& d, const std::string& name, const std::string& of) {
  if (!d.elements)
    return fmt::format("{} computes other values than {} in {} of the elements of `{}`", name, of, percent(d.share),
                       d.buffer);
  if (d.share < 1)
    return fmt::format("{} stores {} of the elements of `{}` that {} stores", name, share_text(d.share), d.buffer, of);
  return fmt::format("{} stores {:.3g} times the elements of `{}` that {} stores", name, d.share, d.buffer, of);
}

/// Of what the results are, where that is not the launch itself.
std::string extent_text(const Results& results) {
  switch (results.extent) {
    case Extent::smaller_problem:
      return " (both run whole at " + results.problem + ")";
    case Extent::first_block:
      return " (its first block)";
    case Extent::whole:
    case Extent::nothing:
      return "";
  }
  return "";
}

std::string difference_text(const Members& group, const Members& most, const Varied& varied) {
  const Candidate &one = group.front(), &other = most.front();
  const auto found = difference_of(one, other, varied);
  const std::string name = configuration_text(one, varied), of = configuration_text(other, varied);
  if (!found) return fmt::format("{} does other work than {}", name, of);
  std::string what;
  if (found->bytes) {
    what = bytes_text(*found->bytes, name, of);
  } else if (found->results) {
    what = results_text(*found->results, name, of) + extent_text(*one.results);
  } else {
    what = bytes_text(*short_of(other, one, varied), of, name);
  }
  const std::string size = separating_parameter(group, most, varied);
  if (!size.empty())
    return fmt::format("{}={} is another problem than {}={}: {}", size, one.configuration.at(size), size,
                       other.configuration.at(size), what);
  return what;
}

/// The dimensions that change neither code nor launch: for all other values alike, every value
/// gives the same. Keys are digests of PTX and launch, so with TILE in {8, 16} and block in {64,
/// 128} TILE has no effect if for block=64 both have one key and for block=128 both have one.
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

/// Rows whose times differ by less than the model can tell from each other: 2 %, far below its
/// error of absolute times, but errors of one kernel's configurations are mostly alike and cancel
/// in a comparison.
std::string alike_note(const Ranking& ranking) {
  constexpr double alike = 1.02;
  const auto& all = ranking.candidates;
  const std::size_t count = ranking.groups.front().count;
  std::size_t near = 0;
  while (near < count && all[near].prediction->time_s <= alike * all.front().prediction->time_s) ++near;
  if (near < 2) return "";
  return near == count ? fmt::format("all {} are within 2 % of each other: the model cannot separate them", near)
                       : fmt::format("the first {} are within 2 % of the fastest: take them as equal", near);
}

/// How the work of so many was compared.
std::string compared_text(std::span<const Candidate> able) {
  if (able.size() < 2) return "";
  std::size_t whole = 0, smaller = 0, first = 0;
  std::string problem;
  for (const Candidate& c : able) {
    const Extent extent = c.results ? c.results->extent : Extent::nothing;
    whole += extent == Extent::whole ? 1U : 0U;
    first += extent == Extent::first_block ? 1U : 0U;
    if (extent != Extent::smaller_problem) continue;
    ++smaller;
    problem = c.results->problem;
  }
  const auto of_all = [&](std::size_t count) {
    return count == able.size() ? std::string() : fmt::format(" of {} of {}", count, able.size());
  };
  std::vector<std::string> ways;
  if (whole > 0) ways.push_back(fmt::format("results{} of the whole launch", of_all(whole)));
  if (smaller > 0) ways.push_back(fmt::format("results{} at {}", of_all(smaller), problem));
  if (first > 0) ways.push_back(fmt::format("results{} of the first block", of_all(first)));
  if (whole < able.size()) ways.emplace_back("bytes stored and read");
  const std::size_t none = able.size() - whole - smaller - first;
  std::string text = fmt::format("by {}", fmt::join(ways, ", by "));
  if (none > 0)
    text += fmt::format("; the results{} are not compared (too long to be emulated, or no such launch)", of_all(none));
  return text;
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
  ranking.compared = compared_text(runnable);
  for (const std::string& name : without_effect(options, runnable))
    ranking.notes.push_back(no_effect_note(options, name));
  if (const std::string alike = alike_note(ranking); !alike.empty()) ranking.notes.push_back(alike);
  if (!runnable.front().prediction->errors) ranking.notes.emplace_back(model::unchecked_times_note);
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
                              &group == groups.data() ? "" : difference_text(group, groups.front(), varied)});
    ranking.candidates.insert(ranking.candidates.end(), group.begin(), group.end());
  }
  std::ranges::move(refused, std::back_inserter(ranking.candidates));
  add_notes(options, ranking);
}

}  // namespace forewarp::rank
