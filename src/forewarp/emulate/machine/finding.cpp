// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/finding.hpp"

#include <algorithm>

namespace forewarp::emu {

std::string_view name_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::memory:
      return "memory";
    case FindingKind::init:
      return "init";
    case FindingKind::race:
      return "race";
    case FindingKind::sync:
      return "sync";
    case FindingKind::other:
      break;
  }
  return "other";
}

bool Findings::count(FindingKind kind, const void* code, std::uint32_t instruction) {
  const auto known = std::ranges::find_if(
      entries_, [&](const Finding& f) { return f.kind == kind && f.code == code && f.instruction == instruction; });
  if (known == entries_.end()) return false;
  ++known->count;
  return true;
}

void Findings::add(Finding finding) {
  if (entries_.size() < max_entries) entries_.push_back(std::move(finding));
}

void Findings::merge(Findings&& later) {
  for (Finding& f : later.entries_) {
    const std::uint64_t more = f.count;
    if (count(f.kind, f.code, f.instruction)) {
      const auto known = std::ranges::find_if(entries_, [&](const Finding& k) {
        return k.kind == f.kind && k.code == f.code && k.instruction == f.instruction;
      });
      known->count += more - 1;
    } else {
      add(std::move(f));
    }
  }
  later.entries_.clear();
}

}  // namespace forewarp::emu
