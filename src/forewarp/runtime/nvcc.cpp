// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/nvcc.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "forewarp/runtime/build.hpp"
#include "forewarp/runtime/child.hpp"
#include "forewarp/runtime/device_link.hpp"
#include "forewarp/runtime/nvcc_command.hpp"
#include "forewarp/support/append.hpp"
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

using Words = std::vector<std::string>;

Words nvcc_words(const Toolchain& nvcc, const NvccCommand& command) {
  Words a = {nvcc.executable.string(), "-cudart", "none", "-lineinfo", "-Xfatbin", "-compress=false"};
  const std::vector<int> archs = known_archs(nvcc, command);
  if (command.step == NvccCommand::Step::other)
    a.push_back(fmt::format("-arch=compute_{}", archs.front()));
  else
    for (const int arch : archs) {
      a.push_back("-gencode");
      a.push_back(fmt::format("arch=compute_{0},code=compute_{0}", arch));
    }
  return a;
}

/// Compiles the sources of a link step to relocatable objects in the folder. Returns a compiler's exit status.
int compile_relocatable(const Toolchain& nvcc, const NvccCommand& command, const fs::path& folder, Words& objects) {
  for (const NvccCommand::Input& input : command.inputs) {
    if (!input.source) continue;
    const fs::path object = folder / fmt::format("{}_{}.o", objects.size(), fs::path(input.path).stem().string());
    Words a = nvcc_words(nvcc, command);
    append(a, command.compile_words);
    append(a, Words{"-dc", input.path, "-o", object.string()});
    if (const int status = run_child({.command = a}).exit_status; status != 0) return status;
    objects.push_back(object.string());
  }
  return 0;
}

BuildOptions build_options(const NvccCommand& command, const fs::path& runtime_folder) {
  BuildOptions options;
  for (const std::string& dir : command.include_dirs) options.include_dirs.emplace_back(dir);
  options.defines = command.defines;
  options.compiler_flags = command.flags;
  options.host_flags = command.host_flags;
  options.relocatable = command.relocatable;
  options.capability = oldest(command);
  options.runtime_folder = runtime_folder;
  return options;
}

/// nvcc links no device code with `-cudart none`: this is done here.
int link_with_nvcc(const Toolchain& nvcc, const NvccCommand& command, const fs::path& runtime_folder) {
  const TemporaryFolder folder("nvcc");
  Words a = nvcc_words(nvcc, command), objects;
  if (command.relocatable)
    if (const int status = compile_relocatable(nvcc, command, folder.path(), objects); status != 0) return status;
  append(a, objects);
  append(a, command.relocatable ? command.without_sources : command.passed);
  append(objects, command.link_words);
  const bool relocatable = !units_to_link(objects).empty();
  if (relocatable) {
    const fs::path object = folder / "device_link.o";
    link_device_code(nvcc, objects, object, build_options(command, runtime_folder));
    append(a, Words{object.string(), "-nodlink"});
  }
  append(a, runtime_flags(nvcc, runtime_folder));
  const int status = run_child({.command = a}).exit_status;
  if (status == 0 && relocatable)
    check_device_code(command.output.empty() ? "a.out" : command.output,
                      static_cast<unsigned>(known_archs(nvcc, command).back()));
  return status;
}

int pass_to_nvcc(const Toolchain& nvcc, const NvccCommand& command, const fs::path& runtime_folder) {
  if (command.step == NvccCommand::Step::link) return link_with_nvcc(nvcc, command, runtime_folder);
  if (command.step == NvccCommand::Step::device_link) {
    link_device_code(nvcc, command.link_words, command.output.empty() ? "a_dlink.o" : command.output,
                     build_options(command, runtime_folder));
    return 0;
  }
  Words a = nvcc_words(nvcc, command);
  append(a, command.passed);
  return run_child({.command = a}).exit_status;
}

void compile_and_link(const Toolchain& clang, const NvccCommand& command, const fs::path& runtime_folder) {
  const BuildOptions options = build_options(command, runtime_folder);
  const TemporaryFolder folder("nvcc");
  const bool links = command.step == NvccCommand::Step::link;
  if (command.step == NvccCommand::Step::device_link) {
    link_device_code(clang, command.link_words, command.output.empty() ? "a_dlink.o" : command.output, options);
    return;
  }
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
  if (compiler.kind == CompilerKind::nvcc) return pass_to_nvcc(compiler, command, options.runtime_folder);
  if (command.step == NvccCommand::Step::other)
    throw InputError(fmt::format("nvcc {} needs NVIDIA's nvcc; forewarp nvcc compiles and links with {}", command.other,
                                 compiler.version));
  compile_and_link(compiler, command, options.runtime_folder);
  return 0;
}

}  // namespace forewarp::runtime
