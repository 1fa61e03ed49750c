// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/replay.hpp"

#include <algorithm>
#include <cstring>

#include "forewarp/support/parallel.hpp"

namespace forewarp::runtime {
namespace {

constexpr std::uint64_t max_hashed_bytes = std::uint64_t{256} << 20;  ///< of memory that the host sees, a launch
/// Bytes of results that may be hashed for each warp instruction of a launch. A warp instruction takes some 20 ns and a
/// byte 0.1 ns, so this is less than a tenth of the launch.
constexpr std::uint64_t hashed_bytes_an_instruction = 16, hashed_bytes_always = 1 << 16;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const auto product = static_cast<Wide>(a ^ 0x9E3779B97F4A7C15U) * (b ^ 0xD6E8FEB86659FD93U);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// Versions of contents and unique ones never meet: these have the highest bit.
constexpr std::uint64_t unique_bit = std::uint64_t{1} << 63;
std::uint64_t content_version(std::uint64_t hash) { return std::max<std::uint64_t>(hash & ~unique_bit, 1); }

/// After a copy to part of an allocation that had the version `base` (0 where it becomes another as a whole).
std::uint64_t version_of_copy(std::uint64_t content, std::uint64_t base, std::uint64_t offset, std::uint64_t bytes) {
  return content_version(mixed(mixed(content, base), mixed(offset, bytes)));
}

/// Four lanes of multiply and fold (as in wyhash), so that the multiplications overlap.
std::uint64_t hash_piece(std::span<const std::byte> bytes, std::uint64_t seed) {
  std::uint64_t lanes[4] = {seed ^ 0xA0761D6478BD642FU, seed ^ 0xE7037ED1A0B428DBU, seed ^ 0x8EBC6AF09C88C6E3U,
                            seed ^ 0x589965CC75374CC3U};
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 64; at += 64, left -= 64) {
    std::uint64_t words[8];
    std::memcpy(words, at, sizeof words);
    for (int i = 0; i < 4; ++i) lanes[i] = mixed(words[2 * i] ^ lanes[i], words[2 * i + 1] ^ lanes[(i + 1) % 4]);
  }
  std::uint64_t tail[8] = {};
  if (left > 0) std::memcpy(tail, at, left);
  for (int i = 0; i < 4; ++i) lanes[i] = mixed(tail[2 * i] ^ lanes[i], tail[2 * i + 1] ^ bytes.size());
  return mixed(mixed(lanes[0], lanes[1]), mixed(lanes[2], lanes[3]));
}

}  // namespace

/// Pieces of a fixed size, so that the hash does not depend on the number of threads.
std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed) {
  constexpr std::size_t piece = std::size_t{1} << 20U;
  if (bytes.size() <= piece) return hash_piece(bytes, seed);
  std::vector<std::uint64_t> hashes((bytes.size() + piece - 1) / piece);
  const auto hash_one = [&](std::size_t i) {
    const std::size_t begin = i * piece;
    hashes[i] = hash_piece(bytes.subspan(begin, std::min(piece, bytes.size() - begin)), seed);
  };
  // A few milliseconds of one thread: beside other programs, threads wait longer for each other than that.
  constexpr std::size_t few = 16;
  if (hashes.size() <= few)
    for (std::size_t i = 0; i < hashes.size(); ++i) hash_one(i);
  else
    parallel_for(hashes.size(), hash_one);
  return hash_piece(std::as_bytes(std::span(hashes)), mixed(seed, bytes.size()));
}

std::uint64_t Replay::version_of(Allocation& allocation) {
  if (allocation.host_visible()) return content_version(hash_bytes({allocation.data, allocation.bytes}));
  // Zeros, as they were allocated.
  if (allocation.version == 0 && !allocation.is_variable)
    allocation.version = content_version(mixed(allocation.bytes, 0));
  if (allocation.version == 0) changed_somehow(allocation);
  return allocation.version;
}

void Replay::changed_somehow(Allocation& allocation) {
  allocation.version = unique_bit | ++unique_;
  allocation.writer = 0;
}

bool Replay::holds(const Allocation& to, std::uint64_t content) {
  return !to.host_visible() && to.version == version_of_copy(content, 0, 0, to.bytes);
}

void Replay::copied(Allocation& to, std::uint64_t offset, std::uint64_t bytes, std::uint64_t content) {
  if (to.host_visible()) return;
  const std::uint64_t base = bytes == to.bytes ? 0 : version_of(to);
  to.version = version_of_copy(content, base, offset, bytes);
  to.writer = 0;
}

std::uint64_t Replay::content(Allocation& from, std::uint64_t offset, std::uint64_t bytes) {
  if (from.host_visible()) return hash_bytes({from.data + offset, bytes});
  return mixed(version_of(from), mixed(offset, bytes));
}

Replay::State Replay::before(std::uint64_t launch, const emu::MemoryUse& use) {
  State state;
  std::uint64_t visible = 0;
  bool host_sees = false;
  for (const emu::MemoryUse::Buffer& b : use.buffers) {
    Allocation* a = arena_.find(b.address);
    if (!a) continue;
    if (a->host_visible()) visible += a->bytes;
    host_sees = host_sees || a->host_visible();
    if (b.read && !use.reads_any) state.read.push_back(a);
    if (b.changed) state.changed.push_back(a);
  }
  if (use.reads_any)
    for (auto& [address, a] : arena_.all()) {
      visible += a.host_visible() ? a.bytes : 0;
      host_sees = host_sees || a.host_visible();
      state.read.push_back(&a);
    }
  if (use.changes_any || visible > max_hashed_bytes) return state;
  state.known = true;
  state.may_wait = defers_ && !host_sees;
  state.inputs = launch;
  for (Allocation* a : state.read) state.inputs = mixed(state.inputs, mixed(a->address(), version_of(*a)));
  state.before = state.inputs;
  for (Allocation* a : state.changed) {
    state.versions.push_back(version_of(*a));
    state.before = mixed(state.before, mixed(a->address(), state.versions.back()));
  }
  return state;
}

bool Replay::replay(const State& state, const std::function<void()>& run) {
  if (!state.known) return false;
  const auto left_by_it = [&](const Allocation* a) { return a->writer == state.inputs && !a->host_visible(); };
  const auto known = results_.find(state.before);
  if (state.changed.empty()) return known != results_.end();
  if (std::ranges::all_of(state.changed, left_by_it)) return true;
  if (known == results_.end()) return false;
  if (known->second.left_alone) return true;
  if (!state.may_wait) return restore(state, known->second);
  put_off(state, known->second, run);
  return true;
}

void Replay::put_off(const State& state, const Results& results, const std::function<void()>& run) {
  std::vector<Allocation*> used = state.read;
  used.insert(used.end(), state.changed.begin(), state.changed.end());
  deferred_.put_off(used, run);
  for (std::size_t i = 0; i < state.changed.size(); ++i) {
    state.changed[i]->version = results.versions[i];
    state.changed[i]->writer = state.inputs;
  }
  deferred_.was_put_off();
}

bool Replay::restore(const State& state, const Results& results) {
  if (results.bytes.empty()) return false;
  deferred_.settle();
  for (std::size_t i = 0; i < state.changed.size(); ++i) {
    Allocation& a = *state.changed[i];
    if (a.host_visible() || a.version != results.versions[i])
      std::memcpy(a.data, results.bytes[i].data(), results.bytes[i].size());
    a.version = results.versions[i];
    a.writer = state.inputs;
  }
  return true;
}

void Replay::note_results(const State& state, Results& results, std::uint64_t executed) {
  std::uint64_t bytes = 0;
  for (const Allocation* a : state.changed) bytes += a->bytes;
  const bool by_content = bytes <= hashed_bytes_always + executed * hashed_bytes_an_instruction;
  results.versions.clear();
  for (Allocation* a : state.changed) {
    a->version = by_content ? content_version(hash_bytes({a->data, a->bytes}))
                            : content_version(mixed(state.before, a->address()));
    a->writer = state.inputs;
    results.versions.push_back(a->version);
  }
  results.left_alone = by_content && results.versions == state.versions;
}

void Replay::after(const State& state, const emu::MemoryUse& use, std::uint64_t executed) {
  if (use.changes_any)
    for (auto& [address, a] : arena_.all()) changed_somehow(a);
  if (!state.known) {
    for (Allocation* a : state.changed) changed_somehow(*a);
    return;
  }
  Results& results = results_[state.before];
  note_results(state, results, executed);
  if (++results.seen > 1 && !state.may_wait && results.bytes.empty() && !results.left_alone) keep(state, results);
}

void Replay::keep(const State& state, Results& results) {
  std::uint64_t bytes = 0;
  for (const Allocation* a : state.changed) bytes += a->bytes;
  if (kept_bytes_ + bytes > max_kept_bytes_) return;
  kept_bytes_ += bytes;
  for (const Allocation* a : state.changed) results.bytes.emplace_back(a->data, a->data + a->bytes);
}

}  // namespace forewarp::runtime
