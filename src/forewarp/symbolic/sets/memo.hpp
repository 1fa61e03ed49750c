// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sets and maps that a context remembers by what they were made from. isl's sets never change, so the same objects and
/// equal inputs give equal results; counting one kernel asks for the same domains and the same subscripts dozens of
/// times.
#include <map>
#include <string>
#include <vector>

struct isl_map;
struct isl_set;

namespace forewarp::symbolic {

class Memo {
 public:
  /// What a result depends on: objects of isl, by identity, and words.
  struct Key {
    std::vector<isl_set*> from;
    std::string how;
    auto operator<=>(const Key&) const = default;
  };

  Memo() = default;
  Memo(const Memo&) = delete;
  Memo& operator=(const Memo&) = delete;
  ~Memo();

  /// A reference of the caller's own to what is known, or null.
  [[nodiscard]] isl_set* find_set(const Key& key) const;
  [[nodiscard]] isl_map* find_map(const Key& key) const;
  /// Keeps `result` (a reference of its own is taken), and what the key names: its addresses are not used again.
  void keep(const Key& key, isl_set* result);
  void keep(const Key& key, isl_map* result);

 private:
  void make_room();
  void clear();
  std::map<Key, isl_set*> sets_;
  std::map<Key, isl_map*> maps_;
};

}  // namespace forewarp::symbolic
