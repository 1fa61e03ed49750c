// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Every bundled kernel with three launches of it, small enough to be emulated whole.
#include <array>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace forewarp::count {

using Launch3 = std::array<std::map<std::string, std::int64_t>, 3>;

struct CorpusCase {
  std::string kernel;
  Launch3 launches;
  /// Control that depends on data, by source ("cu", "cl"): blocks whose frequency is an unknown.
  std::map<std::string, std::size_t> unknowns = {};
  bool listed = true;  ///< false: of its launch.toml alone, and nobody said how many unknowns there are
};

inline void PrintTo(const CorpusCase& c, std::ostream* out) { *out << c.kernel; }

[[nodiscard]] const std::vector<CorpusCase>& corpus_cases();

}  // namespace forewarp::count
