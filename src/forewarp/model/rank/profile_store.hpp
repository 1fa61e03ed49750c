// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Profiles by what they depend on: made once, however many configurations come to the same code and launch, in this
/// process and, where there is a cache folder, in later ones.
#include <atomic>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/cache_store.hpp"

namespace forewarp::rank {

class ProfileStore {
 public:
  explicit ProfileStore(std::shared_ptr<source::CacheStore> cache) : cache_(std::move(cache)) {}
  /// The kernel's profile. Concurrent calls for one key wait for the first. Rethrows what profile() threw, to each.
  [[nodiscard]] std::shared_ptr<const profile::Profile> get(const kernel::Kernel& kernel,
                                                            const profile::ProfileOptions& options,
                                                            Progress* progress = nullptr);
  /// How many were really made, not found.
  [[nodiscard]] std::size_t made() const { return made_; }

 private:
  using Entry = std::shared_future<std::shared_ptr<const profile::Profile>>;
  std::shared_ptr<const profile::Profile> make(const std::string& key, const kernel::Kernel& kernel,
                                               const profile::ProfileOptions& options, Progress* progress);
  std::shared_ptr<source::CacheStore> cache_;
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  std::atomic<std::size_t> made_ = 0;
};

}  // namespace forewarp::rank
