// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/count_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/query/kernel_options.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/count/ptx/fill.hpp"
#include "forewarp/symbolic/count/ptx/sizes.hpp"

namespace forewarp::query {
namespace {

using Pair = std::pair<std::string, std::string>;

/// "n=1024,m=7" and the like, in order.
std::vector<Pair> pairs_of(const std::vector<std::string>& texts) {
  std::vector<Pair> out;
  for (const std::string& text : texts) {
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t to = std::min(text.find(',', from), text.size());
      const std::string one = text.substr(from, to - from);
      const std::size_t equals = one.find('=');
      if (equals == std::string::npos || equals == 0) {
        throw InputError(fmt::format("--at {}: expected NAME=VALUE", text));
      }
      out.emplace_back(one.substr(0, equals), one.substr(equals + 1));
      from = to + 1;
    }
  }
  return out;
}

bool is_unknown(const std::string& name) { return name.starts_with("freq_BB"); }

std::int64_t whole(const Pair& pair) {
  std::int64_t value = 0;
  const char* end = pair.second.data() + pair.second.size();
  const auto [stop, error] = std::from_chars(pair.second.data(), end, value);
  if (error != std::errc{} || stop != end || value < 0) {
    throw InputError(fmt::format("--at {}={}: expected a whole number from 0 on", pair.first, pair.second));
  }
  return value;
}

void check_complete(const count::PtxCounts& counts, const count::Sizes& sizes) {
  for (const count::Unknown& u : counts.counts.unknowns) {
    if (sizes.contains(u.name)) continue;
    throw InputError(fmt::format("{} ({}) has no value: give --at {}=COUNT, or --fill to emulate the launch", u.name,
                                 u.meaning, u.name));
  }
}

void fill_unknowns(const kernel::Kernel& kernel, const count::PtxCounts& counts, const std::string& check,
                   count::Sizes& sizes, Counted& out, Progress* progress) {
  KernelOptions options;
  options.check = check;
  const profile::ProfileOptions checked = checked_options_of(options);
  // A profile says first whether the launch does anything, and what its guesses decide.
  const profile::Profile profile = profile::profile_of(kernel, checked, progress);
  out.marks = profile.marks;
  for (const profile::Mark& mark : profile.marks)
    if (mark.kind == profile::MarkKind::beyond_end) out.counts.notes.push_back(mark.text);
  // Where the first guess ended in no launch, it was run at others.
  for (const auto& [name, value] : count::sizes_of(counts, profile.launch)) sizes[name] = value;
  if (counts.counts.unknowns.empty()) return;
  const count::FillOptions how{.check_uninitialised = checked.check_uninitialised, .check_races = checked.check_races};
  sizes.merge(count::filled(counts, count::emulated(counts, *kernel.module, profile.launch, how, progress)));
}

}  // namespace

Counted count_kernel(const kernel::Request& request, const std::vector<std::string>& at, bool fill,
                     const std::string& check, Progress* progress) {
  kernel::Request wanted = request;
  std::vector<Pair> unknowns;
  for (const Pair& pair : pairs_of(at)) {
    if (is_unknown(pair.first))
      unknowns.push_back(pair);
    else
      wanted.set.push_back(pair.first + "=" + pair.second);
  }
  const kernel::Kernel kernel = kernel::load(wanted, progress);
  const count::PtxCounts counts =
      count::analyse(*kernel.module, kernel.launch.entry, count::options_for(kernel.launch));
  Counted out{counts.counts, {}, {}};
  out.counts.notes.insert(out.counts.notes.end(), kernel.notes.begin(), kernel.notes.end());
  if (at.empty() && !fill) return out;
  count::Sizes sizes = count::sizes_of(counts, kernel.launch);
  for (const Pair& pair : unknowns) {
    const auto& known = counts.counts.unknowns;
    if (std::none_of(known.begin(), known.end(), [&](const auto& u) { return u.name == pair.first; }))
      throw InputError(fmt::format("--at {}: {} has no such unknown", pair.first, counts.counts.kernel));
    sizes[pair.first] = whole(pair);
  }
  if (fill) fill_unknowns(kernel, counts, check, sizes, out, progress);
  check_complete(counts, sizes);
  out.sizes = std::move(sizes);
  return out;
}

count::KernelCounts with_marks(const Counted& counted) {
  count::KernelCounts documented = counted.counts;
  for (const profile::Mark& mark : counted.marks) documented.notes.push_back(mark.text);
  return documented;
}

}  // namespace forewarp::query
