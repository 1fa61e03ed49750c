// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>

#include "forewarp/model/advise/remedies.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::advise {
namespace {

// A remedy changes a copy of the launch and returns whether it found anything to change. It changes
// what the cause has touched and nothing else: the model that is asked again must not see two
// differences at once.
using Remedy = bool (*)(Mended&);

constexpr std::array<std::pair<std::string_view, Remedy>, 24> remedies = {{
    {"coalesced", coalesced},
    {"conflict_free", conflict_free},
    {"converged", converged},
    {"occupied", occupied},
    {"shared_reuse", shared_reuse},
    {"register_reuse", register_reuse},
    {"vector_loads", vector_loads},
    {"more_ilp", more_ilp},
    {"low_occupancy", low_occupancy},
    {"single", single},
    {"fewer_atomics", fewer_atomics},
    {"no_local", no_local},
    {"unspilled", unspilled},
    {"through_l1", through_l1},
    {"host_copied", host_copied},
    {"prefetched", prefetched},
    {"balanced", balanced},
    {"even_warps", even_warps},
    {"filled", filled},
    {"whole_waves", whole_waves},
    {"split", split},
    {"unrolled", unrolled},
    {"fused", fused},
    {"fast_math", fast_math},
}};

}  // namespace

std::vector<std::string_view> remedy_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, remedy] : remedies) names.push_back(name);
  return names;
}

bool is_remedy(std::string_view name) {
  for (const auto& [known, remedy] : remedies)
    if (known == name) return true;
  return false;
}

std::optional<Mended> mend(std::string_view name, const Mended& launch) {
  for (const auto& [known, remedy] : remedies) {
    if (known != name) continue;
    Mended m = launch;
    if (!remedy(m)) return std::nullopt;
    return m;
  }
  std::vector<std::string> names;
  for (const auto& [known, remedy] : remedies) names.emplace_back(known);
  throw InputError("no remedy '" + std::string(name) + "'" + did_you_mean(std::string(name), names));
}

}  // namespace forewarp::advise
