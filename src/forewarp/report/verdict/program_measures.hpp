// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The quantities of a program on one device that expectations and baselines are about. Launches, copies and fills of
/// all processes of the program count together.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/runtime/recording.hpp"

namespace forewarp::report {

/// Seconds with the range of the prediction.
struct Seconds {
  double predicted = 0, low = 0, high = 0;
  Seconds& operator+=(const Seconds& other);
};

/// All launches of one kernel.
struct KernelMeasures {
  std::string name;
  std::size_t launches = 0;
  Seconds total, longest, shortest;
  std::string cannot_run = {};  ///< why a launch of it does not fit the device; empty where all do
};

/// Copies, or fills.
struct TransferMeasures {
  std::size_t number = 0;
  double bytes = 0, seconds = 0;
};

struct ProgramMeasures {
  std::string device;
  std::vector<KernelMeasures> kernels;  ///< by name
  Seconds all_kernels;
  TransferMeasures copies, fills;
  double busy_s = 0;                 ///< in which the device did anything
  std::optional<double> host_s = 0;  ///< of the whole program; nothing where the end of one of its processes is unknown

  /// Kernels, copies and fills, as if one came after the other.
  [[nodiscard]] Seconds total() const;
};

[[nodiscard]] ProgramMeasures program_measures(std::span<const runtime::Recording> recordings, std::size_t device);

/// A kernel's name without return type, template arguments and parameters: "ns::reduce" of
/// "void ns::reduce<float>(float const*, int)".
[[nodiscard]] std::string short_name(std::string_view kernel);

/// "reduce<float>" of "reduce<float>(float const*, int)".
[[nodiscard]] std::string without_parameters(std::string_view kernel);

/// Whether a pattern means this kernel: its whole name; its name without parameters; without template arguments, too;
/// without namespaces. * stands for any characters and ? for one.
[[nodiscard]] bool names_kernel(const std::string& pattern, std::string_view kernel);

}  // namespace forewarp::report
