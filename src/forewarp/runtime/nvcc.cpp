// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/nvcc.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "forewarp/runtime/build.hpp"
#include "forewarp/runtime/child.hpp"
#include "forewarp/runtime/nvcc_command.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::runtime {
namespace fs = std::filesystem;
namespace {

using source::CompilerKind;
using source::Toolchain;

/// PTX of an older architecture runs on every newer device, so the oldest that was asked for decides; 75, the default
/// of nvcc 13, where none was.
constexpr unsigned default_capability = 75;

unsigned oldest(const NvccCommand& command) {
  return command.capabilities.empty() ? default_capability : static_cast<unsigned>(command.capabilities.front());
}

/// The nearest architecture of the compiler that is at least this one.
int known_arch(const Toolchain& compiler, int capability) {
  for (const int known : compiler.known_archs)
    if (known >= capability) return known;
  throw InputError(
      fmt::format("{} makes no code for compute capability {}.{}", compiler.version, capability / 10, capability % 10));
}

std::vector<int> known_archs(const Toolchain& compiler, const NvccCommand& command) {
  std::vector<int> archs;
  for (const int c : command.capabilities) archs.push_back(known_arch(compiler, c));
  if (archs.empty()) archs.push_back(known_arch(compiler, default_capability));
  const auto [end, last] = std::ranges::unique(archs);
  archs.erase(end, last);
  return archs;
}

int pass_to_nvcc(const Toolchain& nvcc, const NvccCommand& command, const fs::path& runtime_folder) {
  std::vector<std::string> a = {nvcc.executable.string(), "-cudart", "none", "-lineinfo", "-Xfatbin",
                                "-compress=false"};
  const std::vector<int> archs = known_archs(nvcc, command);
  if (command.step == NvccCommand::Step::other)
    a.push_back(fmt::format("-arch=compute_{}", archs.front()));
  else
    for (const int arch : archs) {
      a.push_back("-gencode");
      a.push_back(fmt::format("arch=compute_{0},code=compute_{0}", arch));
    }
  a.insert(a.end(), command.passed.begin(), command.passed.end());
  if (command.step == NvccCommand::Step::link) {
    const std::vector<std::string> link = runtime_flags(nvcc, runtime_folder);
    a.insert(a.end(), link.begin(), link.end());
  }
  return run_child({.command = a}).exit_status;
}

BuildOptions build_options(const NvccCommand& command, const fs::path& runtime_folder) {
  BuildOptions options;
  for (const std::string& dir : command.include_dirs) options.include_dirs.emplace_back(dir);
  options.defines = command.defines;
  options.compiler_flags = command.flags;
  options.host_flags = command.host_flags;
  options.capability = oldest(command);
  options.runtime_folder = runtime_folder;
  return options;
}

void compile_and_link(const Toolchain& clang, const NvccCommand& command, const fs::path& runtime_folder) {
  const BuildOptions options = build_options(command, runtime_folder);
  const TemporaryFolder folder("nvcc");
  const bool links = command.step == NvccCommand::Step::link;
  std::vector<std::string> objects;
  const auto sources = std::ranges::count_if(command.inputs, &NvccCommand::Input::source);
  if (!links && sources > 1 && !command.output.empty()) throw InputError("nvcc -c -o takes one source");
  for (const NvccCommand::Input& input : command.inputs) {
    if (!input.source) continue;
    const fs::path stem = fs::path(input.path).stem();
    const fs::path object = links                    ? folder / fmt::format("{}_{}.o", objects.size(), stem.string())
                            : command.output.empty() ? fs::path(stem.string() + ".o")
                                                     : fs::path(command.output);
    compile_object(clang, input.path, input.cuda, object, options);
    objects.push_back(object.string());
  }
  if (!links) return;
  objects.insert(objects.end(), command.link_words.begin(), command.link_words.end());
  link_program(clang, objects, command.output.empty() ? "a.out" : command.output, options);
}

bool asks_version(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& w) { return w == "--version" || w == "-V"; });
}

}  // namespace

int run_nvcc(const NvccOptions& options) {
  const Toolchain compiler = source::find_toolchain(options.compiler, source::Language::cuda);
  if (asks_version(options.words)) {
    fmt::print("forewarp nvcc, by {}\nCuda compilation tools, release {}\n", compiler.version,
               compiler.kind == CompilerKind::nvcc ? compiler.version.substr(compiler.version.find(' ') + 1) : "12.5");
    return 0;
  }
  const NvccCommand command = nvcc_command(options.words);
  if (command.inputs.empty()) throw InputError("nvcc: no input files");
  if (command.relocatable)
    throw InputError(
        "nvcc -rdc=true, -dc and -dlink (device code that is linked) are not supported: include the files "
        "that call each other's device functions in one file, and compile that without -rdc");
  if (compiler.kind == CompilerKind::nvcc) return pass_to_nvcc(compiler, command, options.runtime_folder);
  if (command.step == NvccCommand::Step::other)
    throw InputError(fmt::format("nvcc {} needs NVIDIA's nvcc; forewarp nvcc compiles and links with {}", command.other,
                                 compiler.version));
  compile_and_link(compiler, command, options.runtime_folder);
  return 0;
}

}  // namespace forewarp::runtime
