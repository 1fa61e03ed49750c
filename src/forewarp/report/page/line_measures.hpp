// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What each line of a listing uses, and the measures that its lines can be coloured by: what limits the time on each
/// device first, then instructions, sectors, wavefronts and stalls.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forewarp/report/page/machine_listing.hpp"
#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

/// What a line uses, or all lines together.
struct LineUse {
  struct Access {
    double sectors = 0, wavefronts = 0, ideal_wavefronts = 0;
  };
  double warps = 0;  ///< instructions executed by warps
  double sectors = 0, wavefronts = 0;
  double host_sectors = 0;   ///< of sectors, those in host memory
  double atomics = 0;        ///< requests of atomic instructions, and their collisions
  double chain_cycles = 0;   ///< see LineCount
  MachineWork machine = {};  ///< of the machine instructions that come from the line
  std::map<std::string, double> resources = {};
  std::map<std::string, Access> accesses = {};  ///< by "ld global"
  std::string detail = {};                      ///< precedes the rest

  /// One element of a profile's "accesses".
  void add_access(const Json& access);
  /// One element of a profile's "lines".
  void add_line(const Json& line);
  /// "32 warp instructions", "ld global: 300 sectors, 9.6 kB", "ld shared: 640 wavefronts, 20 without conflicts".
  [[nodiscard]] std::string text() const;
};
using LineUses = std::map<std::uint64_t, LineUse>;

/// One entry of the selector.
struct LineMeasure {
  std::string title;     ///< "time on V100, by dram: sectors moved"
  std::string resource;  ///< a limiter's name, "instructions", "sectors", "wavefronts" or "stalls"
  [[nodiscard]] double amount(const LineUse& use) const;
  /// Caused by accesses to memory alone.
  [[nodiscard]] bool is_of_accesses() const;
};

/// Those of which the kernel uses anything; the one to begin with first. Limiters come from the predictions of the
/// document, or from its "device" and "limiter" (a ranking's variant) or "resource" (classify).
[[nodiscard]] std::vector<LineMeasure> line_measures(const Json& json, const LineUse& whole);

}  // namespace forewarp::report::views
