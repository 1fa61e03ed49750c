// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/profile_features.hpp"

#include "forewarp/model/feature/braun.hpp"
#include "forewarp/model/feature/wider.hpp"

namespace forewarp::feature {
namespace {

void set_launch(Features& f, const profile::Profile& p) {
  f.set("registers_per_thread", p.registers);
  f.set("shared_bytes_per_cta", static_cast<double>(p.static_shared_bytes + p.launch.dynamic_shared_bytes));
  f.set("warps", p.warps);
  f.set("warp_size", p.warp_size);
  f.set("barriers", p.barriers);
  f.set("imbalance", p.imbalance);
}

void set_path(Features& f, const profile::CriticalPath& path) {
  f.set("path_alu", path.alu);
  f.set("path_fp64", path.fp64);
  f.set("path_special", path.special);
  f.set("path_shared", path.shared);
  f.set("path_global", path.global);
  f.set("path_atomic", path.atomic);
  f.set("path_barrier", path.barrier);
  f.set("path_branch", path.branch);
  f.set("path_tensor", path.tensor);
  f.set("instructions_per_warp", path.instructions);
  f.set("ilp", path.ilp);
  f.set("mlp", path.mlp);
}

/// Global efficiency is bytes requested over bytes moved, as profilers define it; broadcasts can
/// raise it above 1. The conflict rate is passes of shared memory over those without conflicts.
void set_memory(Features& f, const profile::Profile& p) {
  double asked = 0, moved = 0, wavefronts = 0, ideal = 0, shared_requests = 0, footprint = 0;
  for (const auto& site : p.sites) {
    if (site.space == ptx::StateSpace::global) {
      asked += site.bytes_asked();
      moved += site.bytes_moved();
    } else if (site.space == ptx::StateSpace::shared) {
      wavefronts += site.wavefronts;
      ideal += site.ideal_wavefronts;
      shared_requests += site.requests;
    }
  }
  for (const auto& buffer : p.buffers) footprint += buffer.sectors_total * 32;
  f.set("shared_requests", shared_requests);
  f.set("shared_wavefronts", wavefronts);
  f.set("global_efficiency", moved > 0 ? asked / moved : 1);
  f.set("shared_conflict_rate", ideal > 0 ? wavefronts / ideal : 1);
  f.set("branch_efficiency", p.branch_efficiency());
  f.set("mean_active_lanes", p.mean_active_lanes());
  f.set("footprint_bytes", footprint);
}

}  // namespace

Features profile_features(const profile::Profile& profile) {
  Features f = braun_features(profile);
  set_launch(f, profile);
  set_path(f, profile.path);
  set_memory(f, profile);
  set_wider(f, profile);
  return f;
}

Features launch_features(const ptx::Module& module, const launch::Launch& launch,
                         const profile::ProfileOptions& options) {
  profile::ThreadWalk walk;
  Features f = profile_features(profile::profile(module, launch, options, walk));
  set_walk(f, walk);
  return f;
}

}  // namespace forewarp::feature
