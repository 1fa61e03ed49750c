// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/driver/library.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/fat_binary.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::driver {
namespace {

/// What nvcc puts around a fat binary: the section .nvFatBinSegment.
struct Wrapper {
  std::uint32_t magic, version;
  const void* data;
  const void* unused;
};
constexpr std::uint32_t wrapper_magic = 0x466243b1;
constexpr std::size_t container_header_bytes = 16;

enum JitOption : int {
  wall_time = 2,
  info_bytes = 4,
  error_buffer = 5,
  error_bytes = 6,
};

}  // namespace

std::string_view image_at(const void* image) {
  if (!image) throw DriverError(Result::invalid_value, "no image");
  const char* text = static_cast<const char*>(image);
  std::uint32_t magic = 0;
  // PTX text may be shorter than a number, but not with its zero.
  std::memcpy(&magic, text, strnlen(text, sizeof magic));
  if (magic == wrapper_magic) return image_at(static_cast<const Wrapper*>(image)->data);
  if (std::string_view(text, strnlen(text, 4)) ==
      "\x7f"
      "ELF")
    throw DriverError(Result::no_binary_for_gpu,
                      "this image is machine code (a cubin); the emulator needs PTX (docs/exec.md, driver clients)");
  const std::uint64_t bytes = fatbin::container_bytes({text, container_header_bytes});
  return {text, bytes > 0 ? bytes : std::strlen(text)};
}

JitLogs::JitLogs(unsigned count, const int* options, void** values) {
  for (unsigned i = 0; options && values && i < count; ++i) values_[options[i]] = &values[i];
  if (values_.contains(wall_time)) *values_[wall_time] = nullptr;
  if (values_.contains(error_bytes)) error_room_ = *reinterpret_cast<unsigned*>(values_[error_bytes]);
  if (values_.contains(info_bytes)) *reinterpret_cast<unsigned*>(values_[info_bytes]) = 0;
  write_error("");
}

/// The option of the size has the buffer's size before and the message's size after the call.
void JitLogs::write_error(std::string_view message) {
  if (error_room_ == 0 || !values_.contains(error_buffer) || !*values_[error_buffer]) return;
  auto* const out = static_cast<char*>(*values_[error_buffer]);
  const std::size_t length = std::min<std::size_t>(message.size(), error_room_ - 1);
  std::memcpy(out, message.data(), length);
  out[length] = '\0';
  *reinterpret_cast<unsigned*>(values_[error_bytes]) = static_cast<unsigned>(length);
}

Library* load(Session& session, std::string_view image, JitLogs* logs) {
  try {
    auto made = std::make_unique<Library>();
    const std::string name = fmt::format("{}, image {}", program_invocation_short_name, state().loaded++);
    made->module = session.load(image, name);
    state().libraries.insert(made.get());
    return made.release();
  } catch (const Error& e) {
    if (logs) logs->write_error(e.what());
    throw;
  }
}

Library* known(Library* library) { return checked(state().libraries, library, "module"); }

Function function_of(Session& session, Library* library, const char* name) {
  if (!name) throw DriverError(Result::invalid_value);
  runtime::Kernel* const kernel = &session.kernel(*known(library)->module, name);
  state().kernels.insert(kernel);
  return kernel;
}

}  // namespace forewarp::driver
