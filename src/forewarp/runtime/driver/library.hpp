// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Device code that a client loaded: what the driver API calls a module or a library.
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "forewarp/runtime/driver/call.hpp"

namespace forewarp::driver {

/// One that is unloaded keeps its memory: the launches of its kernels are part of the report.
struct Library {
  std::unique_ptr<runtime::Module> module;
};

/// The bytes of an image in the memory of the client: PTX text, a fat binary, or what points to one. Throws DriverError
/// for machine code, which the emulator does not run.
[[nodiscard]] std::string_view image_at(const void* image);

/// CUjit_option and its values: where the client wants messages.
class JitLogs {
 public:
  JitLogs(unsigned count, const int* options, void** values);
  void write_error(std::string_view message);

 private:
  std::map<int, void**> values_;  ///< by option
  unsigned error_room_ = 0;
};

/// Loads the image, and writes why not to the client's log.
[[nodiscard]] Library* load(Session& session, std::string_view image, JitLogs* logs);
[[nodiscard]] Library* known(Library* library);
/// The kernel of that name, or CUDA_ERROR_NOT_FOUND.
[[nodiscard]] Function function_of(Session& session, Library* library, const char* name);

}  // namespace forewarp::driver
