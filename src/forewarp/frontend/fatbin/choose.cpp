// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/choose.hpp"

#include <algorithm>

namespace forewarp::fatbin {

bool runs_on(Entry::Kind kind, const source::Arch& arch, unsigned capability) {
  const int device = static_cast<int>(capability);
  if (arch.suffix == "a") return arch.number == device;
  const bool same_major = arch.number / 10 == device / 10;
  if (kind == Entry::Kind::machine_code || arch.suffix == "f") return same_major && arch.number <= device;
  return arch.number <= device;
}

bool is_before(const source::Arch& a, const source::Arch& b) {
  // Code for one architecture alone is more special than that for its family, which is more special than any.
  const auto rank = [](const source::Arch& x) { return x.suffix == "a" ? 2 : x.suffix == "f" ? 1 : 0; };
  return a.number != b.number ? a.number < b.number : rank(a) < rank(b);
}

const Entry* best_for(std::span<const Entry> entries, Entry::Kind kind, unsigned capability) {
  const Entry* best = nullptr;
  for (const Entry& e : entries)
    if (e.kind == kind && runs_on(kind, e.arch(), capability) && (!best || is_before(best->arch(), e.arch())))
      best = &e;
  return best;
}

std::string archs_text(std::vector<source::Arch> archs) {
  std::ranges::sort(archs, is_before);
  const auto repeated = std::ranges::unique(archs);
  archs.erase(repeated.begin(), repeated.end());
  std::string text;
  for (std::size_t i = 0; i < archs.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == archs.size() ? " and " : ", ", archs[i].str());
  return text;
}

std::vector<source::Arch> archs_of(std::span<const Entry> entries, Entry::Kind kind) {
  std::vector<source::Arch> archs;
  for (const Entry& e : entries)
    if (e.kind == kind) archs.push_back(e.arch());
  return archs;
}

}  // namespace forewarp::fatbin
