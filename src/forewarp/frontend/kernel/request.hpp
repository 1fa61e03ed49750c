// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a user holds and says: a file or folder, perhaps a kernel's name, macros and a launch. The texts are those of
/// the command line, so that a program and a shell ask in the same words.
#include <cstdint>
#include <string>
#include <vector>

#include "forewarp/frontend/source/toolchain.hpp"

namespace forewarp::kernel {

struct Request {
  std::string path;                   ///< folder with launch.toml, a bundled kernel's name, or a .cu, .cl or .ptx file
  std::string kernel;                 ///< mangled, demangled or bare; empty: the only one, or what launch.toml says
  std::vector<std::string> defines;   ///< "TILE=16" or "FAST"
  std::vector<std::string> includes;  ///< folders
  std::string arch;                   ///< "sm_80"; empty: what serves device_capability
  unsigned device_capability = 0;     ///< 70 for compute capability 7.0, 0 when no device is named
  source::CompilerChoice compiler = source::CompilerChoice::automatic;
  std::vector<std::string> set;                  ///< "n=1024"
  std::string grid, block, shared;               ///< expressions; empty: as described
  std::vector<std::string> arguments;            ///< "x=buffer:f32:n*n:uniform"
  std::vector<std::string> constants = {};       ///< "weights=buffer:f32:9:uniform": __constant__, __device__ variables
  std::vector<std::string> compiler_flags = {};  ///< "--extended-lambda": handed on to nvcc or clang
  std::vector<std::string> sources = {};         ///< further .cu files whose device functions the kernel calls
  bool many_variants = false;                    ///< one of many of the same file (rank): take the quickest compiler
};

}  // namespace forewarp::kernel
