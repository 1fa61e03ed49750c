// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the text and the JSON of a profile both need to know of its parts.
#include <string>
#include <utility>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::report {

/// The accesses of one source line to one buffer by one kind of instruction: an unrolled loop has many sites per line.
struct LineAccess {
  std::string place;   ///< "kernel.cu:9", or "PTX line 93" where there is no line information
  std::string access;  ///< "ld.global.f32 a"
  ptx::StateSpace space{};
  std::size_t sites = 0;
  double requests = 0, asked = 0, sectors = 0, wavefronts = 0, ideal_wavefronts = 0;
  /// Sectors moved, or shared wavefronts at four sectors each (128 bytes).
  [[nodiscard]] double cost() const { return space == ptx::StateSpace::shared ? wavefronts * 4 : sectors; }
};

/// The costliest first, at most top of them (0: all).
[[nodiscard]] std::vector<LineAccess> costliest_lines(const profile::Profile& profile, std::size_t top);
/// "kernel.cu:9", empty when unknown.
[[nodiscard]] std::string source_text(const profile::AccessSite& site);
/// Mnemonic and the argument it falls in: "ld.global.f32 a".
[[nodiscard]] std::string access_text(const profile::Profile& profile, const profile::AccessSite& site);
/// Name of the argument that the site falls in; empty when mixed or none.
[[nodiscard]] std::string buffer_name(const profile::Profile& profile, const profile::AccessSite& site);
/// Links of the chain by what they wait for.
[[nodiscard]] std::vector<std::pair<const char*, double>> chain_links(const profile::CriticalPath& path);

}  // namespace forewarp::report
