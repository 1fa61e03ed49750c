// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Tells the runtime where the program's managed variables lie, before it registers them.
#ifndef __CUDA_ARCH__
extern "C" {
extern char __start_fw_managed[] __attribute__((weak));
extern char __stop_fw_managed[] __attribute__((weak));
void __cudaForewarpManaged(const char* begin, const char* end);
}
namespace {
struct __fw_managed_variables {
  __fw_managed_variables() {
    if (__start_fw_managed) __cudaForewarpManaged(__start_fw_managed, __stop_fw_managed);
  }
} const __fw_managed_variables_of_this_file;
}  // namespace
#endif
