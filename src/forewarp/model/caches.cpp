// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/caches.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::model {

std::string_view name_of(Caches caches) {
  switch (caches) {
    case Caches::usual:
      return "usual";
    case Caches::cold:
      return "cold";
    case Caches::warm:
      return "warm";
  }
  return "";
}

Caches caches_called(std::string_view name) {
  for (const Caches caches : {Caches::usual, Caches::cold, Caches::warm})
    if (name == name_of(caches)) return caches;
  throw InputError(fmt::format("--caches {}: expected usual, cold or warm", name));
}

/// The sentence that an answer prints, since a time without it cannot be compared with a measured
/// one: repeated launches on one small input are warm, a launch after other work is cold.
std::string_view statement(Caches caches) {
  switch (caches) {
    case Caches::usual:
      return "loads start cold; the last stores stay in L2 as far as it holds them (--caches cold, --caches warm)";
    case Caches::cold:
      return "cold: nothing is in a cache at the start, and every store reaches DRAM";
    case Caches::warm:
      return "warm: inputs that fit in L2 are there at the start; the last stores stay in L2 as far as it holds them";
  }
  return "";
}

}  // namespace forewarp::model
