// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The portable features of a launch: the twelve of braun2020 (section 3.2, Table 6) and the wider set beside them,
/// from the emulator, kept on disk by the content of everything they depend on.
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/model/feature/features.hpp"
#include "forewarp/support/distribute/team.hpp"

namespace forewarp::campaign {

class FeatureStore {
 public:
  /// Without a cache every answer is computed. The processes of a team make features together (prepare()).
  explicit FeatureStore(std::shared_ptr<source::CacheStore> cache = nullptr, distribute::Team* team = nullptr)
      : cache_(std::move(cache)), team_(team) {}
  /// feature::launch_features of the kernel's launch. Throws what profile() throws. Any thread may ask.
  [[nodiscard]] feature::Features get(const kernel::Kernel& kernel, const profile::ProfileOptions& options = {}) const;
  /// Keeps what get() of another process returned.
  void put(const kernel::Kernel& kernel, const profile::ProfileOptions& options,
           const feature::Features& features) const;
  [[nodiscard]] distribute::Team* team() const { return team_; }

 private:
  std::shared_ptr<source::CacheStore> cache_;
  distribute::Team* team_;
};

/// One line a feature, "name value", numbers in full; and back: nothing where the text is not that.
[[nodiscard]] std::string features_text(const feature::Features& features);
[[nodiscard]] std::optional<feature::Features> features_from(std::string_view text);

}  // namespace forewarp::campaign
