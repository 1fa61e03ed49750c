// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Portable features beside the twelve of braun2020, whose section 7.3 asks for more: operations by width, tensor
/// operations, loops, reuse, and how one thread goes through memory.
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/emulate/profile/thread_walk.hpp"
#include "forewarp/model/feature/features.hpp"

namespace forewarp::feature {

/// fp16_ops to reuse_1m of the catalogue.
void set_wider(Features& features, const profile::Profile& profile);
/// thread_new_lines.
void set_walk(Features& features, const profile::ThreadWalk& walk);

}  // namespace forewarp::feature
