// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the text and the JSON of a profile both need to know of its parts.
#include <string>
#include <utility>
#include <vector>

#include "forewarp/profile/profile.hpp"

namespace forewarp::report {

/// Access sites by cost, the costliest first: sectors moved, or shared wavefronts at four sectors each (128 bytes).
/// At most top of them (0: all).
[[nodiscard]] std::vector<const profile::AccessSite*> costliest(const profile::Profile& profile, std::size_t top);
/// "kernel.cu:9", empty when unknown.
[[nodiscard]] std::string source_text(const profile::AccessSite& site);
/// Mnemonic and the argument it falls in: "ld.global.f32 a".
[[nodiscard]] std::string access_text(const profile::Profile& profile, const profile::AccessSite& site);
/// Name of the argument that the site falls in; empty when mixed or none.
[[nodiscard]] std::string buffer_name(const profile::Profile& profile, const profile::AccessSite& site);
/// Links of the chain by what they wait for.
[[nodiscard]] std::vector<std::pair<const char*, double>> chain_links(const profile::CriticalPath& path);

}  // namespace forewarp::report
