// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// GPU architectures as compilers name them (sm_80, sm_90a), and which of them to compile for.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::source {

struct Arch {
  int number = 0;      ///< 10 major + minor: 80 of sm_80, 120 of sm_120
  std::string suffix;  ///< "a" or "f" of sm_90a, else empty
  [[nodiscard]] std::string str() const { return "sm_" + std::to_string(number) + suffix; }
  bool operator==(const Arch&) const = default;
};

/// Reads "sm_80", "compute_80", "80", "8.0" or "sm_90a". Throws InputError saying what is expected.
[[nodiscard]] Arch parse_arch(std::string_view text);

/// The default of compile(): sm_80, the oldest architecture with every warp-wide and asynchronous
/// copy instruction that portable CUDA code uses, and known to nvcc 11 to 13 and clang alike.
inline constexpr int default_arch_number = 80;

struct ArchChoice {
  Arch arch;
  std::string note;  ///< why it is not the device's own; empty when it is
};

/// The architecture to compile for. `asked` (--arch) must be one of `known` (ascending, what the compiler can do), else
/// InputError naming them. Without it, the nearest of `known` that is not newer than `device`; where the device is
/// older than all of them the lowest serves, PTX being a virtual instruction set, and the note reports it.
[[nodiscard]] ArchChoice choose_arch(const std::optional<Arch>& asked, const std::optional<Arch>& device,
                                     const std::vector<int>& known, std::string_view compiler);

}  // namespace forewarp::source
