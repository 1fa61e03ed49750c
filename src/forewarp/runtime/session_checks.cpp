// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What checks find in a session: each line of a kernel once, with the memory that it is about and the call that
// allocated that.
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "forewarp/runtime/session.hpp"

namespace forewarp::runtime {
namespace {

constexpr std::size_t max_findings = 100;  ///< kept of a program
constexpr int max_frames = 32;
constexpr std::size_t max_callers = 8;

bool wanted(const Checks& checks, emu::FindingKind kind) {
  switch (kind) {
    case emu::FindingKind::memory:
      return checks.memory;
    case emu::FindingKind::init:
      return checks.init;
    case emu::FindingKind::race:
      return checks.race;
    case emu::FindingKind::sync:
      return checks.sync;
    case emu::FindingKind::other:
      break;
  }
  return false;
}

/// The frames of the program on the stack: those outside of the library that has this function. A return address is
/// behind its call, so the byte before it is looked up. Executables at fixed addresses are looked up by the address.
std::vector<CodePlace> callers() {
  std::array<void*, max_frames> frames{};
  const int depth = backtrace(frames.data(), max_frames);
  Dl_info ours{};
  dladdr(reinterpret_cast<void*>(&callers), &ours);
  std::vector<CodePlace> out;
  for (int i = 0; i < depth && out.size() < max_callers; ++i) {
    Dl_info info{};
    auto* const address = static_cast<std::byte*>(frames.at(static_cast<std::size_t>(i))) - 1;
    if (dladdr(address, &info) == 0 || !info.dli_fname || info.dli_fbase == ours.dli_fbase) continue;
    const bool fixed = static_cast<const Elf64_Ehdr*>(info.dli_fbase)->e_type == ET_EXEC;
    const auto base = fixed ? 0 : reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    out.push_back({info.dli_fname, reinterpret_cast<std::uintptr_t>(address) - base});
  }
  return out;
}

std::string bytes_text(std::uint64_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

}  // namespace

void Session::note_origin(Allocation& made) {
  origins_.push_back(
      {.call = call_, .ordinal = ++allocations_by_call_[call_], .bytes = made.bytes, .callers = callers()});
  made.origin = origins_.size();
}

void Session::take_findings(Kernel& kernel) {
  if (!options_.checks.any()) return;
  for (const emu::Finding& finding : kernel.machine->take_findings()) note_finding(kernel, finding);
}

void Session::note_finding(const Kernel& kernel, const emu::Finding& f) {
  if (!wanted(options_.checks, f.kind)) return;
  const std::string check(emu::name_of(f.kind));
  const std::string key = fmt::format("{}\n{}\n{}", check, kernel.name, f.source.empty() ? f.place : f.source);
  const auto [known, is_new] = findings_.try_emplace(key, finding_counts_.size());
  if (!is_new) {
    if (known->second < finding_counts_.size()) finding_counts_[known->second] += f.count;
    return;
  }
  if (finding_counts_.size() >= max_findings) {
    findings_.erase(known);
    return;
  }
  finding_counts_.push_back(f.count);
  ProgramFinding found{.check = check,
                       .kernel = kernel.name,
                       .place = f.place,
                       .source = f.source,
                       .message = f.message,
                       .who = f.who,
                       .count = f.count,
                       .relation = {},
                       .origin = {},
                       .memory = {}};
  if (f.address != 0) {
    const Allocation* memory = arena_.find(f.address);
    if (memory) {
      found.relation = "part of";
    } else if (const Arena::Neighbour near = arena_.neighbour(f.address); near.allocation) {
      memory = near.allocation;
      found.relation = near.freed    ? "in memory that was freed:"
                       : near.behind ? fmt::format("{} behind the end of", bytes_text(near.distance))
                                     : fmt::format("{} before the beginning of", bytes_text(near.distance));
    }
    if (memory) {
      found.memory = fmt::format("{} of '{}'", bytes_text(memory->bytes), memory->name);
      if (memory->origin > 0) found.origin = origins_.at(memory->origin - 1);
    }
  }
  recorder_->finding(found);
}

}  // namespace forewarp::runtime
