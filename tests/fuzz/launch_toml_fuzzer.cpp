// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A launch.toml is read, its launch made, and the first and last bytes of its buffers.
#include <algorithm>
#include <array>
#include <variant>

#include "forewarp/frontend/launch/description.hpp"
#include "forewarp/frontend/launch/fill.hpp"
#include "fuzz/target.hpp"

namespace {
using namespace forewarp;

void touch(const launch::Buffer& buffer) {
  if (buffer.fill.kind == launch::FillKind::file) return;  // the fuzzer reads no files
  const launch::PageSource source = launch::page_source(buffer);
  std::array<std::byte, 4096> page{};
  const std::uint64_t size = std::min<std::uint64_t>(page.size(), buffer.bytes());
  if (!source || size == 0) return;
  source(0, std::span(page).first(size));
  const std::uint64_t last = (buffer.bytes() - 1) / page.size() * page.size();
  source(last, std::span(page).first(buffer.bytes() - last));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test::answer([&] {
    const launch::Description description = launch::parse_description(test::text_of(data, size), "fuzz/launch.toml");
    static_cast<void>(launch::defines_of(description));
    const launch::Launch launch = launch::launch_from(description);
    for (const launch::Argument& argument : launch.arguments)
      if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value)) test::answer([&] { touch(*buffer); });
  });
  return 0;
}
