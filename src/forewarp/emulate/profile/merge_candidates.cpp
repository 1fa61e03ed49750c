// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/merge_candidates.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::profile {
namespace {

using ptx::Opcode;
using ptx::StateSpace;

/// A run that may still grow, and what its loads have in common.
struct Open {
  std::int32_t base_register = -1;
  std::string_view base_symbol;
  MergeCandidates::Run run;
};

using SiteAt = std::map<std::uint32_t, std::uint32_t>;  ///< instruction -> site, in one basic block

bool may_merge(const ptx::Instruction& i) {
  const std::uint32_t bytes = ptx::size_of(i.type()) * i.vector;
  const bool plain = i.guard < 0 && !i.has("volatile") && !i.has("relaxed") && !i.has("acquire");
  return i.opcode == Opcode::ld && i.space == StateSpace::shared && plain && (bytes == 4 || bytes == 8 || bytes == 16);
}

/// Whether loads of shared memory stay on their side of it: stores to the same memory, barriers,
/// calls and asynchronous copies. Such an instruction ends all runs, as the assembler may not move
/// a load across it.
bool is_fence(const ptx::Instruction& i) {
  const ptx::OpcodeInfo& info = ptx::info_of(i.opcode);
  if (info.memory == ptx::MemoryKind::copy || info.control == ptx::Control::call) return true;
  if (info.sync != ptx::Sync::none && info.sync != ptx::Sync::grid) return true;
  const StateSpace space = ptx::space_of(i.opcode, i.space);
  return ptx::writes_memory(i.opcode) && (space == StateSpace::shared || space == StateSpace::none);
}

/// Loads with one base register (or symbol) and one width form a run, sorted by their offsets. The
/// base must not change in between; writing it closes the run.
void add_load(std::vector<Open>& open, const ptx::Operand& address, std::uint32_t bytes, std::uint32_t site,
              const analysis::LowBits& base) {
  const auto same = std::find_if(open.begin(), open.end(), [&](const Open& o) {
    return o.base_register == address.index && o.base_symbol == address.name && o.run.bytes == bytes;
  });
  Open& into = same != open.end() ? *same : open.emplace_back(Open{address.index, address.name, {bytes, base, {}}});
  auto& loads = into.run.loads;
  const auto at = std::lower_bound(loads.begin(), loads.end(), address.offset,
                                   [](const auto& load, std::int64_t offset) { return load.offset < offset; });
  if (at == loads.end() || at->offset != address.offset) loads.insert(at, {site, address.offset});
}

/// Takes the runs for which the predicate holds out of `open`.
template <typename Predicate>
void close_where(std::vector<Open>& open, std::vector<MergeCandidates::Run>& runs, Predicate closes) {
  std::erase_if(open, [&](Open& o) {
    if (!closes(o)) return false;
    if (o.run.loads.size() > 1 || o.run.bytes > 4) runs.push_back(std::move(o.run));
    return true;
  });
}

/// A symbol is where the machine compiler puts it.
analysis::LowBits low_bits_of(const ptx::Operand& address, const std::vector<analysis::LowBits>& registers) {
  return address.index >= 0 ? registers[static_cast<std::size_t>(address.index)]
                            : analysis::LowBits{analysis::LowBits::most, 0};
}

void scan(const emu::ProgramMap::Block& block, const SiteAt& sites, const std::vector<analysis::LowBits>& registers,
          std::vector<MergeCandidates::Run>& runs) {
  std::vector<Open> open;
  for (auto n = block.first; n < block.last; ++n) {
    const ptx::Instruction& i = block.function->body[n];
    if (is_fence(i)) close_where(open, runs, [](const Open&) { return true; });
    const auto site = sites.find(n);
    if (site != sites.end() && may_merge(i) && i.operand_count == 2) {
      const ptx::Operand& address = block.function->operands_of(i)[1];
      add_load(open, address, ptx::size_of(i.type()) * i.vector, site->second, low_bits_of(address, registers));
    }
    analysis::for_each_written(*block.function, i, [&](std::uint32_t written) {
      close_where(open, runs, [&](const Open& o) { return o.base_register == static_cast<std::int32_t>(written); });
    });
  }
  close_where(open, runs, [](const Open&) { return true; });
}

}  // namespace

/// Loads from `first` on that one of `width` bytes replaces; 0 where they leave a gap. Example: of
/// words at 0, 4 and 12, an access of 8 bytes covers two from the first on, none from the second.
std::size_t MergeCandidates::Run::covering(std::size_t first, std::uint32_t width) const {
  const std::size_t count = width / bytes;
  if (bytes > width || first + count > loads.size()) return 0;
  for (std::size_t k = 1; k < count; ++k)
    if (loads[first + k].offset - loads[first + k - 1].offset != bytes) return 0;
  return count;
}

bool MergeCandidates::Run::provably_aligned(std::size_t first, std::uint32_t width) const {
  return bytes == width || base.multiple_of(width, loads[first].offset);
}

MergeCandidates::MergeCandidates(const emu::ProgramMap& map) : lead_of_site(map.sites.size(), none) {
  std::vector<SiteAt> sites(map.blocks.size());
  for (std::uint32_t s = 0; s < map.sites.size(); ++s) sites[map.sites[s].block][map.sites[s].instruction] = s;
  std::map<const ptx::Function*, std::vector<analysis::LowBits>> registers;
  for (std::size_t b = 0; b < map.blocks.size(); ++b) {
    if (sites[b].empty()) continue;
    const ptx::Function* function = map.blocks[b].function;
    const auto [known, is_new] = registers.try_emplace(function);
    if (is_new) known->second = analysis::low_bits(*function);
    scan(map.blocks[b], sites[b], known->second, runs);
  }
  for (const Run& run : runs)
    for (std::size_t k = 0; k < run.loads.size(); ++k)
      if (run.covering(k, 8) > 0 || run.covering(k, 16) > 0) lead_of_site[run.loads[k].site] = leads++;
}

}  // namespace forewarp::profile
