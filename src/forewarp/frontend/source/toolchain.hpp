// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The compilers that are here: nvcc on PATH, Debian's clang-19 with libclc-19.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::source {

enum class Language { ptx, cuda, opencl };
enum class CompilerKind { nvcc, clang };
enum class CompilerChoice { automatic, nvcc, clang };

/// By the ending: .ptx; .cu, .cuh, .cpp, .cc, .cxx (host program with kernels); .cl. Throws InputError for another
/// ending.
[[nodiscard]] Language language_of(const std::filesystem::path& path);

struct Toolchain {
  CompilerKind kind = CompilerKind::clang;
  std::filesystem::path executable = {};
  std::filesystem::path device_library = {};  ///< clang: libclc's nvptx64--nvidiacl.bc or amdgcn--amdhsa.bc
  /// Changes when the executable, the device library or our CUDA header does; represents the compiler in cache keys.
  std::string identity = {};
  std::string version = {};           ///< "nvcc 13.0", "clang 19.1.7"
  std::vector<int> known_archs = {};  ///< ascending: 75 of sm_75
};

/// The compiler for a language. `automatic` follows FOREWARP_COMPILER (nvcc or clang), else takes nvcc where there is
/// one and clang otherwise; OpenCL is always clang's. FOREWARP_NVCC, FOREWARP_CLANG and FOREWARP_LIBCLC name the files
/// to use. Throws Unavailable naming what is missing and the Debian package that has it. Answers are remembered by path
/// and time.
[[nodiscard]] Toolchain find_toolchain(CompilerChoice choice, Language language);

/// clang-19 with libclc's library for AMD. For CUDA sources FOREWARP_AMDGPU_CLANG names another clang from 14 on, such
/// as that of the ROCm which will run (registers, spills and accesses to local memory depend on it); libclc's library,
/// which is of clang-19, is then left out. Throws Unavailable naming what is missing and the Debian package that has
/// it.
[[nodiscard]] Toolchain find_amd_toolchain(Language language);

/// The executable that FOREWARP_CLANG names, else clang-19 on PATH. Throws Unavailable where the variable names no
/// file.
[[nodiscard]] std::optional<std::filesystem::path> find_clang();

/// nvcc's own folder of binaries (ptxas, cuobjdump) and libraries (libnvrtc) belong to the toolkit it stands in.
[[nodiscard]] std::optional<std::filesystem::path> find_nvcc();

/// A line that names the package without which a compiler or linker printed these messages, where one is known.
[[nodiscard]] std::string_view package_advice(std::string_view messages);

}  // namespace forewarp::source
