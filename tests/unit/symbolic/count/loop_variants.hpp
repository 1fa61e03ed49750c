// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The eight kernels of stevens2020, section 8, and what work removal leaves of them, each at three sizes.
#include <array>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::count {

using LoopSizes = std::map<std::string, std::int64_t>;

struct LoopVariant {
  std::string name;  ///< of data/loop/NAME.loop
  bool removed = false;
  std::array<LoopSizes, 3> sizes;  ///< that the tiles divide

  [[nodiscard]] std::string label() const { return removed ? name + "_removed" : name; }
};

inline void PrintTo(const LoopVariant& v, std::ostream* out) { *out << v.label(); }

[[nodiscard]] const std::vector<LoopVariant>& loop_variants();
/// The program from data/loop under the source folder.
[[nodiscard]] loop::Program program_of(const LoopVariant& variant, const std::string& source_folder);
/// The same stated without that its tiles divide the sizes: "assume n >= 1" alone.
[[nodiscard]] loop::Program undivided_program_of(const LoopVariant& variant, const std::string& source_folder);

}  // namespace forewarp::count
