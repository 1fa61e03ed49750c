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
}

void Deferred::before_change(const Allocation& allocation, bool whole) {
  if (used_.contains(allocation.address())) settle(whole ? &allocation : nullptr);
}

void Deferred::before_run(const emu::MemoryUse& use) {
  if (waiting_.empty()) return;
  if (use.reads_any || use.changes_any) return settle();
  for (const emu::MemoryUse::Buffer& b : use.buffers) {
    const Allocation* a = arena_.find(b.address);
    if (!a) continue;
    if (b.changed) before_change(*a, false);
    if (b.read) before_read(*a);
  }
}

/// Bytes that are about to be overwritten as a whole are not made good, unless the launches must run for others.
void Deferred::settle(const Allocation* unwanted) {
  if (waiting_.empty() || copy_back(unwanted)) return clear();
  const std::vector<std::function<void()>> launches = std::exchange(waiting_, {});
  for (const auto& run : launches) run();
  for (const auto& [address, used] : used_)
    if (used.stale()) keep(*used.allocation);
  clear();
}

/// False, without any effect, where bytes that are wanted are not kept.
bool Deferred::copy_back(const Allocation* unwanted) {
  std::vector<std::pair<Allocation*, const std::vector<std::byte>*>> copies;
  for (const auto& [address, used] : used_) {
    if (!used.stale() || used.allocation == unwanted) continue;
    const auto bytes = kept_.find({address, used.allocation->version});
    if (bytes == kept_.end() || bytes->second.size() != used.allocation->bytes) return false;
    copies.emplace_back(used.allocation, &bytes->second);
  }
  for (const auto& [to, from] : copies) std::memcpy(to->data, from->data(), from->size());
  return true;
}

void Deferred::keep(const Allocation& a) {
  const Name name{a.address(), a.version};
  if (a.bytes > max_kept_bytes_ || kept_.contains(name)) return;
  while (kept_bytes_ + a.bytes > max_kept_bytes_) {
    const auto oldest = kept_.find(order_.front());
    kept_bytes_ -= oldest->second.size();
    kept_.erase(oldest);
    order_.pop_front();
  }
  kept_.emplace(name, std::vector<std::byte>(a.data, a.data + a.bytes));
  order_.push_back(name);
  kept_bytes_ += a.bytes;
}

void Deferred::clear() {
  waiting_.clear();
  used_.clear();
}

}  // namespace forewarp::runtime
