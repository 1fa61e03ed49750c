// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Which atomics the machine compiler combines over a warp: what ptxas 12.9 makes of them for sm_61 to sm_90. Where the
/// code proves that all lanes have one address, additions, minima and logic of 32-bit integers become one operation of
/// one lane: by ballot and popc for a constant, by redux from sm_80 on, by shuffles before. Of 64 bits it combines
/// additions of a constant alone. Increments with a limit, swaps and floats stay what they are.
#include <algorithm>
#include <array>
#include <string_view>

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

/// The operand type is the last dotted word of the mnemonic: "atom.global.add.u32" is u32.
bool can_be_combined(const ptx::Function& function, const ptx::Instruction& i) {
  const ptx::Type type = i.type_count > 0 ? i.type(i.type_count - 1U) : ptx::Type::none;
  if (ptx::is_float(type)) return false;
  if (ptx::size_of(type) == 8)
    return i.has("add") && function.operands_of(i).back().kind == ptx::OperandKind::immediate;
  constexpr std::array<std::string_view, 6> combined = {"add", "min", "max", "and", "or", "xor"};
  return ptx::size_of(type) == 4 && std::ranges::any_of(combined, [&](auto word) { return i.has(word); });
}

}  // namespace

void mark_combined_atomics(const Observed& o, Profile& p) {
  const auto collides = [](const AccessSite& s) { return is_atomic(s) && s.collisions > 0; };
  if (std::ranges::none_of(p.sites, collides)) return;
  const analysis::Dependence dependence = analysis::dependence_of(*o.module, *o.entry);
  for (AccessSite& site : p.sites) {
    if (!collides(site)) continue;
    const auto at = std::ranges::find_if(o.program->map->sites, [&](const emu::ProgramMap::Site& s) {
      return s.function->name == site.function && s.instruction < s.function->body.size() &&
             s.function->body[s.instruction].line == site.ptx_line;
    });
    if (at == o.program->map->sites.end()) continue;
    const ptx::Instruction& i = at->function->body[at->instruction];
    site.combined = can_be_combined(*at->function, i) && has_uniform_address(dependence, *at->function, i);
    if (site.combined && site.space == ptx::StateSpace::shared) site.saved_wavefronts = site.wavefronts - site.requests;
  }
}

}  // namespace forewarp::profile
