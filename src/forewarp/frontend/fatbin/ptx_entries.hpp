// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The kernels of PTX text and their parameters, found without parsing it: libraries have hundreds of megabytes.
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::fatbin {

struct PtxEntry {
  std::string name;                     ///< mangled
  std::vector<std::string> parameters;  ///< "u64", "f32"; "b8[24]" for a struct of 24 bytes
  bool operator==(const PtxEntry&) const = default;
};

/// Definitions and declarations in their order. What is in comments of // and in quotes is skipped.
[[nodiscard]] std::vector<PtxEntry> ptx_entries(std::string_view ptx);

}  // namespace forewarp::fatbin
