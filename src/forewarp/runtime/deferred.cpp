// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/deferred.hpp"

#include <algorithm>
#include <cstring>

namespace forewarp::runtime {
namespace {

constexpr std::size_t max_waiting = 1 << 20;  ///< launches, which take some 200 bytes each

}  // namespace

void Deferred::put_off(const std::vector<Allocation*>& used, std::function<void()> run) {
  for (Allocation* a : used) used_.try_emplace(a->address(), Used{a, a->version});
  waiting_.push_back(std::move(run));
}

void Deferred::was_put_off() {
  if (std::ranges::none_of(used_, [](const auto& u) { return u.second.stale(); })) clear();
  if (waiting_.size() >= max_waiting) settle();
}

void Deferred::before_read(const Allocation& allocation) {
  const auto used = used_.find(allocation.address());
  if (used != used_.end() && used->second.stale()) settle(nullptr);
  fetch(allocation.address());
}

void Deferred::before_change(const Allocation& allocation, bool whole) {
  if (used_.contains(allocation.address())) settle(whole ? &allocation : nullptr);
  if (whole)
    copies_.erase(allocation.address());
  else
    fetch(allocation.address());
}

void Deferred::before_run(const emu::MemoryUse& use) {
  if (waiting_.empty() && copies_.empty()) return;
  if (use.reads_any || use.changes_any) return settle();
  for (const emu::MemoryUse::Buffer& b : use.buffers) {
    const Allocation* a = arena_.find(b.address);
    if (!a) continue;
    if (b.changed) before_change(*a, false);
    if (b.read) before_read(*a);
  }
}

void Deferred::settle() {
  settle(nullptr);
  fetch_all();
}

/// Bytes that are about to be overwritten as a whole are not made good, unless the launches must run for others.
void Deferred::settle(const Allocation* unwanted) {
  if (waiting_.empty() || take_copies(unwanted)) return clear();
  for (const auto& [address, used] : used_) fetch(address);
  const std::vector<std::function<void()>> launches = std::exchange(waiting_, {});
  for (const auto& run : launches) run();
  for (const auto& [address, used] : used_)
    if (used.stale()) keep(*used.allocation);
  clear();
}

/// False, without any effect, where bytes that are wanted are not kept.
bool Deferred::take_copies(const Allocation* unwanted) {
  std::vector<Copy> copies;
  for (const auto& [address, used] : used_) {
    if (!used.stale() || used.allocation == unwanted) continue;
    const Name name{address, used.allocation->version};
    const auto bytes = kept_.find(name);
    if (bytes == kept_.end() || bytes->second.size() != used.allocation->bytes) return false;
    copies.push_back({used.allocation, name});
  }
  for (const Copy& copy : copies) copies_.insert_or_assign(copy.name.first, copy);
  return true;
}

/// Puts the copy that is named for this address, if any, into its place.
void Deferred::fetch(std::uint64_t address) {
  const auto at = copies_.find(address);
  if (at == copies_.end()) return;
  const std::vector<std::byte>& bytes = kept_.at(at->second.name);
  std::memcpy(at->second.allocation->data, bytes.data(), bytes.size());
  copies_.erase(at);
}

void Deferred::fetch_all() {
  while (!copies_.empty()) fetch(copies_.begin()->first);
}

void Deferred::drop_oldest() {
  const Name name = order_.front();
  const auto copy = copies_.find(name.first);
  if (copy != copies_.end() && copy->second.name == name) fetch(name.first);
  const auto oldest = kept_.find(name);
  kept_bytes_ -= oldest->second.size();
  kept_.erase(oldest);
  order_.pop_front();
}

void Deferred::keep(const Allocation& a) {
  const Name name{a.address(), a.version};
  if (a.bytes > max_kept_bytes_ || kept_.contains(name)) return;
  while (kept_bytes_ + a.bytes > max_kept_bytes_) drop_oldest();
  kept_.emplace(name, std::vector<std::byte>(a.data, a.data + a.bytes));
  order_.push_back(name);
  kept_bytes_ += a.bytes;
}

void Deferred::clear() {
  waiting_.clear();
  used_.clear();
}

}  // namespace forewarp::runtime
