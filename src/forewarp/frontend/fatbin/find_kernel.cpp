// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/find_kernel.hpp"

#include <algorithm>
#include <unordered_map>

#include "forewarp/frontend/fatbin/choose.hpp"
#include "forewarp/frontend/fatbin/kernel_table.hpp"
#include "forewarp/frontend/fatbin/link_units.hpp"
#include "forewarp/frontend/fatbin/machine_code.hpp"
#include "forewarp/frontend/fatbin/ptx_entries.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::fatbin {
namespace {

using Names = std::vector<std::string>;

unsigned capability_of(const Wanted& wanted) {
  return wanted.capability != 0 ? wanted.capability : static_cast<unsigned>(source::default_arch_number);
}

/// nullptr where the container has none that serves.
const Entry* chosen_ptx(const Container& container, const Wanted& wanted) {
  if (wanted.arch) {
    const auto exact = std::ranges::find_if(
        container.entries, [&](const Entry& e) { return e.kind == Entry::Kind::ptx && e.arch() == *wanted.arch; });
    return exact == container.entries.end() ? nullptr : &*exact;
  }
  if (const Entry* best = best_for(container.entries, Entry::Kind::ptx, capability_of(wanted))) return best;
  const Entry* lowest = nullptr;
  for (const Entry& e : container.entries)
    if (e.kind == Entry::Kind::ptx && (!lowest || is_before(e.arch(), lowest->arch()))) lowest = &e;
  return wanted.capability == 0 ? lowest : nullptr;
}

struct Candidate {
  const Container* container = nullptr;
  const Entry* entry = nullptr;
  Names names;
};

std::vector<Candidate> candidates_of(const DeviceCode& code, const Wanted& wanted) {
  std::vector<Candidate> candidates;
  for (const Container& container : code.containers)
    if (const Entry* entry = chosen_ptx(container, wanted)) candidates.push_back({&container, entry, {}});
  parallel_for(candidates.size(), [&](std::size_t i) {
    Candidate& c = candidates[i];
    for (PtxEntry& kernel : ptx_entries(payload(*c.entry, c.container->place).bytes))
      c.names.push_back(std::move(kernel.name));
  });
  return candidates;
}

/// "scale" of "void img::scale<float>(float*)": the mangled name contains it unchanged.
std::string_view identifier_of(std::string_view name) {
  constexpr std::string_view anonymous = "(anonymous namespace)";
  if (const std::size_t at = name.rfind(anonymous); at != std::string_view::npos)
    name = name.substr(at + anonymous.size());
  name = trimmed(name.substr(0, name.find_first_of("<(")));
  std::size_t begin = name.size();
  while (begin > 0 && (is_word(name[begin - 1]) || name[begin - 1] == '$')) --begin;
  return name.substr(begin);
}

/// Demangling is slow where there are 100,000 names, so that only those are compared that can be meant.
std::optional<std::string> among(const Names& names, const std::string& wanted) {
  if (wanted.empty()) return source::try_find_entry(names, wanted);
  if (std::ranges::find(names, wanted) != names.end()) return wanted;
  const std::string_view identifier = identifier_of(wanted);
  Names possible;
  for (const std::string& name : names)
    if (name.find(identifier) != std::string::npos) possible.push_back(name);
  return source::try_find_entry(possible, wanted);
}

Names without_repeats(const std::vector<Candidate>& candidates) {
  Names names;
  std::unordered_map<std::string_view, bool> known;
  for (const Candidate& c : candidates)
    for (const std::string& name : c.names)
      if (known.emplace(name, true).second) names.push_back(name);
  return names;
}

std::string for_what(const Wanted& wanted) {
  if (wanted.arch) return wanted.arch->str();
  return fmt::format("compute capability {}.{}", wanted.capability / 10, wanted.capability % 10);
}

[[noreturn]] void fail_without(const DeviceCode& code, const Wanted& wanted) {
  const KernelTable table = kernel_table(code);
  if (table.kernels.empty())
    throw InputError(fmt::format("{}: there is no kernel in its device code{}", code.file,
                                 table.other_entries > 0 ? ": it has LTO code only (-dlto), which is not read" : ""));
  Names names;
  for (const TableKernel& kernel : table.kernels) names.push_back(kernel.name);
  std::optional<std::string> found;
  if (!wanted.kernel.empty() || names.size() == 1) found = among(names, wanted.kernel);
  const auto is_meant = [&](const TableKernel& k) { return !found || k.name == *found; };
  if (!found && !wanted.kernel.empty()) (void)source::find_entry(names, wanted.kernel);
  std::vector<source::Arch> ptx, machine_code;
  for (const TableKernel& kernel : table.kernels) {
    if (!is_meant(kernel)) continue;
    ptx.insert(ptx.end(), kernel.ptx.begin(), kernel.ptx.end());
    machine_code.insert(machine_code.end(), kernel.machine_code.begin(), kernel.machine_code.end());
  }
  const std::string what =
      found ? source::kernel_signature(*found) : fmt::format("each of its {} kernels", names.size());
  if (ptx.empty())
    throw InputError(
        fmt::format("{}: {} exists only as machine code ({}); forewarp needs PTX: compile with -gencode "
                    "arch=compute_80,code=compute_80",
                    code.file, what, archs_text(machine_code)));
  throw InputError(
      fmt::format("{}: no PTX of {} serves {}: it is for {}", code.file, what, for_what(wanted), archs_text(ptx)));
}

void note_choice(const Container& container, const Wanted& wanted, FoundKernel& found) {
  const std::vector<source::Arch> all = archs_of(container.entries, Entry::Kind::ptx);
  if (all.size() > 1 && !wanted.arch)
    found.notes.push_back(fmt::format("the PTX for {} was used; the file has {}", found.arch.str(), archs_text(all)));
}

/// The machine code that the device would run; else the newest of older architectures, whose registers are nearer than
/// an estimate from PTX.
const Entry* machine_code_near(const Container& container, unsigned capability) {
  if (const Entry* own = best_for(container.entries, Entry::Kind::machine_code, capability)) return own;
  const Entry* near = nullptr;
  for (const Entry& e : container.entries)
    if (e.kind == Entry::Kind::machine_code && e.capability <= capability &&
        (!near || is_before(near->arch(), e.arch())))
      near = &e;
  return near;
}

void take_registers(const Container& container, const Wanted& wanted, FoundKernel& found) {
  const unsigned capability = wanted.capability != 0 ? wanted.capability : static_cast<unsigned>(found.arch.number);
  const Entry* const entry = machine_code_near(container, capability);
  if (!entry) return;
  const BytePlace place = container.place.at(entry->offset);
  const auto registers = registers_of(payload(*entry, container.place).bytes, found.entry, place);
  if (!registers || *registers == 0) return;
  found.registers = *registers;
  found.notes.push_back(
      fmt::format("{} registers a thread, as in the file's machine code for {}", *registers, entry->arch().str()));
}

}  // namespace

FoundKernel find_kernel(const DeviceCode& code, const Wanted& wanted) {
  if (code.containers.empty()) throw InputError(fmt::format("{}: there is no CUDA device code in it", code.file));
  const std::vector<Candidate> candidates = candidates_of(code, wanted);
  const Names names = without_repeats(candidates);
  const std::optional<std::string> entry = names.empty() ? std::nullopt : among(names, wanted.kernel);
  if (!entry) fail_without(code, wanted);
  const auto chosen = std::ranges::find_if(
      candidates, [&](const Candidate& c) { return std::ranges::find(c.names, *entry) != c.names.end(); });
  FoundKernel found{*entry, "", chosen->entry->arch(), chosen->container->place, 0, {}};
  note_choice(*chosen->container, wanted, found);
  if (auto linked = linked_ptx(code, *chosen->container, *chosen->entry)) {
    found.ptx = *std::move(linked);
  } else {
    found.ptx = payload(*chosen->entry, chosen->container->place).bytes;
    take_registers(*chosen->container, wanted, found);  // machine code that is not linked yet does not tell them
  }
  return found;
}

}  // namespace forewarp::fatbin
