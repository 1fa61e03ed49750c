// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/fatbin/kernel_table.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/ranges.h>

#include "forewarp/frontend/fatbin/choose.hpp"
#include "forewarp/frontend/fatbin/machine_code.hpp"
#include "forewarp/frontend/fatbin/ptx_entries.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/parallel.hpp"

namespace forewarp::fatbin {
namespace {

struct Part {
  const Entry* entry = nullptr;
  const BytePlace* container = nullptr;
  std::vector<PtxEntry> kernels;
};

void read_kernels(Part& part) {
  if (part.entry->kind == Entry::Kind::ptx) {
    part.kernels = ptx_entries(payload(*part.entry, *part.container).bytes);
  } else {
    for (std::string& name : kernel_names(*part.entry, *part.container)) part.kernels.push_back({std::move(name), {}});
  }
}

void add(std::vector<source::Arch>& archs, const source::Arch& arch) {
  const auto at = std::ranges::lower_bound(archs, arch, is_before);
  if (at == archs.end() || *at != arch) archs.insert(at, arch);
}

}  // namespace

std::string signature(const TableKernel& kernel) {
  std::string text = source::kernel_signature(kernel.name);
  if (text != kernel.name || kernel.only_machine_code()) return text;
  return fmt::format("{}({})", text, fmt::join(kernel.parameters, ", "));
}

KernelTable kernel_table(const DeviceCode& code) {
  KernelTable table;
  table.fat_binaries = code.containers.size();
  std::vector<Part> parts;
  for (const Container& container : code.containers)
    for (const Entry& entry : container.entries) {
      const bool is_ptx = entry.kind == Entry::Kind::ptx, is_machine_code = entry.kind == Entry::Kind::machine_code;
      ++(is_ptx ? table.ptx_entries : is_machine_code ? table.machine_code_entries : table.other_entries);
      if (is_ptx || is_machine_code) parts.push_back({&entry, &container.place, {}});
    }
  parallel_for(parts.size(), [&](std::size_t i) { read_kernels(parts[i]); });
  std::unordered_map<std::string, std::size_t> place;
  for (Part& part : parts)
    for (PtxEntry& kernel : part.kernels) {
      const auto [at, is_new] = place.emplace(kernel.name, table.kernels.size());
      if (is_new) table.kernels.push_back({kernel.name, {}, {}, {}});
      TableKernel& known = table.kernels[at->second];
      const bool is_ptx = part.entry->kind == Entry::Kind::ptx;
      add(is_ptx ? known.ptx : known.machine_code, part.entry->arch());
      if (known.parameters.empty()) known.parameters = std::move(kernel.parameters);
    }
  return table;
}

}  // namespace forewarp::fatbin
