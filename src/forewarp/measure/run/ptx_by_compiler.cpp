// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/ptx_by_compiler.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::run {

std::string ptx_by_compiler(const Code& code, unsigned capability) {
  // Compilers read files and choose the language by the ending; the folder is removed on every way
  // out. Errors name the file in the folder, so the caller's name of the source is put in front.
  const TemporaryFolder folder;
  const auto file = folder.path() / (code.language == Language::opencl_c ? "kernel.cl" : "kernel.cu");
  write_file(file, code.text);
  source::CompileOptions options;
  options.path = file;
  if (capability != 0) options.device_arch = source::Arch{static_cast<int>(capability), ""};
  options.extra_flags = code.options;
  options.instantiate = code.instantiate;
  try {
    return source::compile_uncached(options).ptx;
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", code.name, error.what()));
  }
}

}  // namespace forewarp::run
