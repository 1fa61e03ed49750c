// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/readings.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  test::answer([&] {
    const device::DeviceSpec spec = device::parse_device(test::text_of(data, size), "fuzz.toml");
    static_cast<void>(device::readings(spec));
  });
  return 0;
}
