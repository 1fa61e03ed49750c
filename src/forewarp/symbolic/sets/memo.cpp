// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/memo.hpp"

#include <isl/map.h>
#include <isl/set.h>

namespace forewarp::symbolic {

namespace {

/// A search over programs must not fill the memory.
constexpr std::size_t max_entries = 4096;

void hold(const Memo::Key& key) {
  for (isl_set* set : key.from) (void)isl_set_copy(set);
}

void release(const Memo::Key& key) {
  for (isl_set* set : key.from) isl_set_free(set);
}

template <typename Object>
Object* found(const std::map<Memo::Key, Object*>& known, const Memo::Key& key) {
  const auto at = known.find(key);
  return at == known.end() ? nullptr : at->second;
}

}  // namespace

Memo::~Memo() { clear(); }

isl_set* Memo::find_set(const Key& key) const { return isl_set_copy(found(sets_, key)); }

isl_map* Memo::find_map(const Key& key) const { return isl_map_copy(found(maps_, key)); }

void Memo::keep(const Key& key, isl_set* result) {
  make_room();
  if (!sets_.emplace(key, result).second) return;
  (void)isl_set_copy(result);
  hold(key);
}

void Memo::keep(const Key& key, isl_map* result) {
  make_room();
  if (!maps_.emplace(key, result).second) return;
  (void)isl_map_copy(result);
  hold(key);
}

void Memo::make_room() {
  if (sets_.size() + maps_.size() >= max_entries) clear();
}

void Memo::clear() {
  for (const auto& [key, set] : sets_) {
    isl_set_free(set);
    release(key);
  }
  for (const auto& [key, map] : maps_) {
    isl_map_free(map);
    release(key);
  }
  sets_.clear();
  maps_.clear();
}

}  // namespace forewarp::symbolic
