// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The figures a device file may hold: for each its key, unit, range and the field it fills. The loader, the message
/// for a wrong value and docs all read this one list.
#include <span>
#include <string>
#include <string_view>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device::detail {

enum class FigureKind : unsigned char { whole, number, flag };

struct Figure {
  std::string_view key;   ///< "sms", "throughput.fp32"
  std::string_view unit;  ///< for messages: "MHz", "lanes a cycle"
  FigureKind kind{};
  double low = 0, high = 0;  ///< range, both ends allowed, in the file's unit
  double scale = 1;          ///< value in the file * scale = value in the field
  void (*set)(DeviceSpec&, double field){};
  double (*get)(const DeviceSpec&){};
  bool required = true;
};

/// All figures, in the order of DeviceSpec.
[[nodiscard]] std::span<const Figure> figures();
/// Null when there is no such figure.
[[nodiscard]] const Figure* find_figure(std::string_view key);
/// "a whole number from 1 to 4096 (SMs)".
[[nodiscard]] std::string expectation(const Figure& figure);

}  // namespace forewarp::device::detail
