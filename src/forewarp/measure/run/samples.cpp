// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/samples.hpp"

#include <fmt/format.h>

namespace forewarp::run {

std::string_view name_of(SampleKind kind) {
  switch (kind) {
    case SampleKind::trial:
      return "trial";
    case SampleKind::canary:
      return "canary";
    case SampleKind::power:
      return "power";
  }
  return "";
}

std::string device_key(const DeviceInfo& info) {
  // Not a name for a device model but for what its times are comparable with: another driver, or
  // another number of the same GPU, is another device. Control characters would break the stores'
  // lines.
  std::string key = fmt::format("{} {}, driver {}", info.spec, info.name, info.driver);
  for (char& c : key)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return key;
}

}  // namespace forewarp::run
