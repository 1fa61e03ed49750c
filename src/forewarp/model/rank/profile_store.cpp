// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/profile_store.hpp"

#include <algorithm>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/emulate/profile/stored.hpp"

namespace forewarp::rank {

std::shared_ptr<const profile::Profile> ProfileStore::make(const std::string& key, const kernel::Kernel& kernel,
                                                           const profile::ProfileOptions& options, Progress* progress) {
  // On disk first: a ranking that is repeated with another device needs no emulation, since
  // profiles do not depend on it.
  const auto text = cache_->get(key + ".profile");
  if (text) {
    if (auto found = profile::restored(*text, profile::profiled_launch(kernel)))
      return std::make_shared<const profile::Profile>(std::move(*found));
  }
  auto fresh = std::make_shared<const profile::Profile>(profile::profile_of(kernel, options, progress));
  ++made_;
  // One whose guesses were changed has another launch, which is not stored: it is made again.
  const auto changed = [](const profile::Mark& mark) { return mark.kind == profile::MarkKind::guessed_again; };
  if (std::ranges::none_of(fresh->marks, changed)) cache_->put(key + ".profile", profile::stored(*fresh));
  return fresh;
}

/// Each key is computed once however many threads ask for it at the same time: the first inserts a
/// future and computes outside of the lock, the others wait for that future. An exception is kept
/// and rethrown to all of them. Configurations with equal keys are common, for a macro that the
/// kernel does not use changes nothing.
std::shared_ptr<const profile::Profile> ProfileStore::get(const kernel::Kernel& kernel,
                                                          const profile::ProfileOptions& options, Progress* progress) {
  const std::string key = profile::profile_key(kernel.code.ptx, kernel.launch, options) +
                          launch::placement_key(launch::read_placement(kernel.description.file));
  std::promise<std::shared_ptr<const profile::Profile>> promise;
  Entry entry;
  bool mine = false;
  {
    const std::lock_guard lock(mutex_);
    const auto [place, inserted] = entries_.try_emplace(key);
    if (inserted) place->second = promise.get_future().share();
    entry = place->second;
    mine = inserted;
  }
  if (mine) {
    try {
      promise.set_value(make(key, kernel, options, progress));
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  }
  return entry.get();
}

}  // namespace forewarp::rank
