// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Which atomics the machine compiler combines over a warp: what ptxas 12.9 makes of them for sm_61 to sm_90. Where the
/// code proves that all lanes have one address, additions, minima and logic of 32-bit integers become one operation of
/// one lane: by ballot and popc for a constant, by redux from sm_80 on, by shuffles before. Of 64 bits it combines
/// additions of a constant alone. Increments with a limit, swaps and floats stay what they are.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "forewarp/emulate/profile/assembly.hpp"
#include "forewarp/frontend/analysis/dependence.hpp"

namespace forewarp::profile {
namespace {

bool is_atomic(const AccessSite& site) {
  return site.kind == emu::AccessKind::atomic || site.kind == emu::AccessKind::reduction;
}

/// One address for all threads of a block: it depends on neither a thread's index nor the contents of memory. What the
/// address is made of is known from the code alone, so the machine compiler knows it, too.
bool has_uniform_address(const analysis::Dependence& dependence, const ptx::Function& function,
                         const ptx::Instruction& i) {
  if (!dependence.complete) return false;
  for (const ptx::Operand& operand : function.operands_of(i)) {
    if (operand.kind != ptx::OperandKind::address) continue;
    const analysis::Sources sources = dependence.sources_of(function, operand);
    const auto thread = sources.indices[std::size_t(analysis::Index::thread_x)] ||
                        sources.indices[std::size_t(analysis::Index::thread_y)] ||
                        sources.indices[std::size_t(analysis::Index::thread_z)];
    return !thread && sources.contents.none() && !sources.variables;
  }
  return false;
}

/// The operand type is the last dotted word of the mnemonic: "atom.global.add.u32" is u32. What is added stands behind
/// the address.
bool can_be_combined(const ptx::Function& function, const ptx::Instruction& i) {
  const ptx::Type type = i.type_count > 0 ? i.type(i.type_count - 1U) : ptx::Type::none;
  if (ptx::is_float(type)) return false;
  if (ptx::size_of(type) == 8) {
    const auto operands = function.operands_of(i);
    const auto address = std::ranges::find(operands, ptx::OperandKind::address, &ptx::Operand::kind);
    return i.has("add") && operands.end() - address > 1 && address[1].kind == ptx::OperandKind::immediate;
  }
  constexpr std::array<std::string_view, 6> combined = {"add", "min", "max", "and", "or", "xor"};
  return ptx::size_of(type) == 4 && std::ranges::any_of(combined, [&](auto word) { return i.has(word); });
}

/// Whether all lanes of each request had one address: a proof that the emulation contradicts is none. A request of 32
/// lanes on one address has 31 collisions; samples are scaled, so that a thousandth may be missing.
bool meets(const AccessSite& site) { return site.collisions >= 0.999 * (site.lanes - site.requests); }

}  // namespace

std::vector<bool> mark_combined_atomics(const Observed& o, const std::vector<std::int32_t>& place, Profile& p) {
  std::vector<bool> combined(o.program->map->sites.size());
  const auto collides = [](const AccessSite& s) { return is_atomic(s) && s.collisions > 0; };
  if (std::ranges::none_of(p.sites, collides)) return combined;
  const analysis::Dependence dependence = analysis::dependence_of(*o.module, *o.entry);
  for (std::size_t slot = 0; slot < place.size(); ++slot) {
    if (place[slot] < 0 || !collides(p.sites[static_cast<std::size_t>(place[slot])])) continue;
    AccessSite& site = p.sites[static_cast<std::size_t>(place[slot])];
    const emu::ProgramMap::Site& at = o.program->map->sites[slot / site_spaces];
    if (at.instruction >= at.function->body.size()) continue;
    const ptx::Instruction& i = at.function->body[at.instruction];
    site.combined = meets(site) && can_be_combined(*at.function, i) && has_uniform_address(dependence, *at.function, i);
    if (site.combined && site.space == ptx::StateSpace::shared) {
      site.wavefronts = site.ideal_wavefronts = site.requests;
      site.counted_wavefronts = 0;
    }
    combined[slot / site_spaces] = site.combined;
  }
  return combined;
}

}  // namespace forewarp::profile
