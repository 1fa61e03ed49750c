// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From the sources of a CUDA program to an executable that runs on the stand-in runtime.
///
///     a.cu ── device code ──► PTX ──► fat binary ─┐
///       └──── host code ──────────────────────────┴─► object ─┐
///     b.cpp ── host code, our headers for cuda_runtime.h ─────┴─► linked with libforewarp_cudart
///
/// nvcc does the same in one command where it is chosen. Either way the device code is PTX of the device's compute
/// capability.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/frontend/source/toolchain.hpp"

namespace forewarp::runtime {

struct BuildOptions {
  std::vector<std::filesystem::path> sources;  ///< .cu; .cpp, .cc, .cxx, .c
  std::vector<std::filesystem::path> include_dirs = {}, library_dirs = {};
  std::vector<std::string> defines = {}, libraries = {}, compiler_flags = {};
  std::vector<std::string> host_flags = {};  ///< for host code alone, with clang
  bool relocatable = false;                  ///< device code of several files is linked (-rdc=true)
  source::CompilerChoice compiler = source::CompilerChoice::automatic;
  unsigned capability = 80;  ///< of the device: 90 for sm_90
  std::filesystem::path output = {};
  std::filesystem::path runtime_folder = {};  ///< with libforewarp_cudart.so
  double timeout_s = 600;                     ///< of each compiler run
};

/// Whether a file with this ending is compiled (and not run).
[[nodiscard]] bool is_source(const std::filesystem::path& path);

/// Writes options.output. Throws InputError with the compiler's whole text, Unavailable without a compiler.
void build_program(const BuildOptions& options);

/// One object by clang. cuda: with device code, as PTX in a fat binary. Throws as build_program.
void compile_object(const source::Toolchain& clang, const std::filesystem::path& source, bool cuda,
                    const std::filesystem::path& object, const BuildOptions& options);

/// The object that registers the relocatable device code of these words of a link command: device_link.hpp.
void link_device_code(const source::Toolchain& compiler, const std::vector<std::string>& words,
                      const std::filesystem::path& object, const BuildOptions& options);

/// words: objects, libraries and flags of the linker. Relocatable device code is linked, too. Entry points that our
/// runtime lacks are named. Throws InputError.
void link_program(const source::Toolchain& clang, const std::vector<std::string>& words,
                  const std::filesystem::path& output, const BuildOptions& options);

/// How a program is linked with the stand-in runtime in this folder.
[[nodiscard]] std::vector<std::string> runtime_flags(const source::Toolchain& compiler,
                                                     const std::filesystem::path& folder);

/// The folder of libforewarp_cudart.so: FOREWARP_RUNTIME, beside the library that this is part of or the executable
/// of this process, or where these are installed. Throws Unavailable naming the places.
[[nodiscard]] std::filesystem::path runtime_folder();

}  // namespace forewarp::runtime
