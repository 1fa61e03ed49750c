// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A file with device code: ELF, an archive or a fat binary, with compressed entries. All of its kernels are listed,
/// and one is looked for.
#include "forewarp/frontend/fatbin/choose.hpp"
#include "forewarp/frontend/fatbin/find_kernel.hpp"
#include "forewarp/frontend/fatbin/kernel_table.hpp"
#include "fuzz/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  const std::string bytes = test::text_of(data, size);
  test::answer([&] {
    const fatbin::DeviceCode code = fatbin::read_device_code(bytes, "app");
    for (const fatbin::TableKernel& kernel : fatbin::kernel_table(code).kernels) (void)fatbin::signature(kernel);
  });
  test::answer([&] {
    const fatbin::DeviceCode code = fatbin::read_device_code(bytes, "app");
    const fatbin::FoundKernel found = fatbin::find_kernel(code, {"add_one", {}, 80});
    FOREWARP_ASSERT(found.entry.find("add_one") != std::string::npos, "the kernel is the one that was asked for");
  });
  return 0;
}
