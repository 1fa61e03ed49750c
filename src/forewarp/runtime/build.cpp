// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/build.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "forewarp/frontend/fatbin/fat_binary.hpp"
#include "forewarp/frontend/source/command.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/frontend/source/flags.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::runtime {
namespace fs = std::filesystem;
namespace {

using Arguments = std::vector<std::string>;
using source::CompilerKind;
using source::Toolchain;

constexpr const char* library_name = "libforewarp_cudart.so";
constexpr std::array<std::string_view, 4> host_endings = {".cpp", ".cc", ".cxx", ".c"};

bool is_cuda(const fs::path& path) { return path.extension() == ".cu"; }

void append(Arguments& to, const Arguments& more) { to.insert(to.end(), more.begin(), more.end()); }

void run_compiler(const Arguments& command, const std::string& what, const BuildOptions& options) {
  const ProcessResult r = run_process(command, {.timeout_s = options.timeout_s, .what = what});
  if (r.timed_out) throw InputError(fmt::format("{}: stopped after {} s", what, options.timeout_s));
  if (r.exit_status != 0)
    throw InputError(fmt::format("{}: {} failed (exit {})\n{}", what, fs::path(command.front()).filename().string(),
                                 r.exit_status, r.errors + r.output));
}

/// -I, and for plain files -D: a .cu file's -D values follow our header in a file of their own.
Arguments include_flags(const BuildOptions& options) {
  Arguments out;
  for (const fs::path& dir : options.include_dirs) out.push_back("-I" + dir.string());
  return out;
}

Arguments define_flags(const BuildOptions& options) {
  Arguments out;
  for (const std::string& d : options.defines) out.push_back("-D" + d);
  return out;
}

Arguments link_flags(const BuildOptions& options, bool nvcc) {
  Arguments out = {"-L" + options.runtime_folder.string(), "-lforewarp_cudart"};
  if (nvcc)
    append(out, {"-Xlinker", "-rpath", "-Xlinker", options.runtime_folder.string()});
  else
    out.push_back("-Wl,-rpath," + options.runtime_folder.string());
  for (const fs::path& dir : options.library_dirs) out.push_back("-L" + dir.string());
  for (const std::string& library : options.libraries) out.push_back("-l" + library);
  append(out, {"-lm", "-lpthread"});
  return out;
}

/// The device code of a .cu file as a fat binary; its -D values as a file, both in the folder.
struct DevicePart {
  fs::path fat_binary, defines;
};

source::CompileOptions device_options(const fs::path& path, const BuildOptions& options) {
  return {.path = path,
          .language = source::Language::cuda,
          .defines = options.defines,
          .include_dirs = options.include_dirs,
          .device_arch = source::Arch{static_cast<int>(options.capability), ""},
          .extra_flags = options.compiler_flags,
          .compiler = source::CompilerChoice::clang,
          .timeout_s = options.timeout_s};
}

DevicePart device_part(const fs::path& path, const fs::path& stem, const BuildOptions& options) {
  const source::CompileOptions device = device_options(path, options);
  source::Compiler compiler;
  const auto compiled = compiler.compile(device);
  DevicePart part{stem.string() + ".fatbin", stem.string() + "_defines.h"};
  const auto capability = static_cast<unsigned>(std::strtoul(compiled->arch.c_str() + 3, nullptr, 10));
  write_file(part.fat_binary, fatbin::written(compiled->ptx, capability));
  write_file(part.defines, source::defines_text(device));
  return part;
}

Arguments cuda_host_command(const Toolchain& clang, const fs::path& path, const DevicePart& part,
                            const fs::path& object, const BuildOptions& options) {
  const fs::path headers = shipped_file("cuda");
  Arguments a = {clang.executable.string(),
                 "-x",
                 "cuda",
                 "--cuda-host-only",
                 "--cuda-path=/nonexistent",
                 "-nocudainc",
                 "-nocudalib",
                 "-Xclang",
                 "-target-sdk-version=12.5",
                 "-std=c++17",
                 "-O2",
                 "-g1",
                 "-fno-color-diagnostics",
                 "-isystem",
                 headers.string(),
                 "-include",
                 (headers / "forewarp_cuda.h").string(),
                 "-include",
                 part.defines.string(),
                 "-Xclang",
                 "-fcuda-include-gpubinary",
                 "-Xclang",
                 part.fat_binary.string()};
  append(a, include_flags(options));
  append(a, source::flags_for(CompilerKind::clang, options.compiler_flags));
  append(a, {"-c", fs::absolute(path).string(), "-o", object.string()});
  return a;
}

Arguments plain_command(const Toolchain& clang, const fs::path& path, const fs::path& object,
                        const BuildOptions& options) {
  Arguments a = {clang.executable.string(), "-x",       path.extension() == ".c" ? "c" : "c++", "-O2", "-g1",
                 "-fno-color-diagnostics",  "-isystem", shipped_file("cuda").string()};
  append(a, include_flags(options));
  append(a, define_flags(options));
  append(a, source::flags_for(CompilerKind::clang, options.compiler_flags));
  append(a, {"-c", fs::absolute(path).string(), "-o", object.string()});
  return a;
}

void build_with_clang(const Toolchain& clang, const BuildOptions& options) {
  const TemporaryFolder folder("exec");
  Arguments link = {clang.executable.string(), "--driver-mode=g++", "-fno-color-diagnostics"};
  for (std::size_t i = 0; i < options.sources.size(); ++i) {
    const fs::path& path = options.sources[i];
    const fs::path stem = folder / fmt::format("{}_{}", i, path.stem().string());
    const fs::path object = stem.string() + ".o";
    const Arguments command = is_cuda(path)
                                  ? cuda_host_command(clang, path, device_part(path, stem, options), object, options)
                                  : plain_command(clang, path, object, options);
    run_compiler(command, "compiling " + path.string(), options);
    link.push_back(object.string());
  }
  append(link, {"-o", options.output.string()});
  append(link, link_flags(options, false));
  run_compiler(link, "linking " + options.output.string(), options);
}

/// Only PTX is made, and not compressed: the emulator reads no machine code.
void build_with_nvcc(const Toolchain& nvcc, int arch, const BuildOptions& options) {
  Arguments a = {nvcc.executable.string(),
                 "-O3",
                 "-lineinfo",
                 "-Xcompiler",
                 "-g1",
                 "-cudart",
                 "none",
                 "-gencode",
                 fmt::format("arch=compute_{0},code=compute_{0}", arch),
                 "-Xfatbin",
                 "-compress=false"};
  append(a, include_flags(options));
  append(a, define_flags(options));
  append(a, options.compiler_flags);
  for (const fs::path& path : options.sources) a.push_back(fs::absolute(path).string());
  append(a, {"-o", options.output.string()});
  append(a, link_flags(options, true));
  run_compiler(a, "compiling " + options.sources.front().string(), options);
}

/// The newest architecture of the compiler that the device can run; 0 where it has none.
int arch_for(const Toolchain& toolchain, unsigned capability) {
  int best = 0;
  for (const int known : toolchain.known_archs)
    if (known <= static_cast<int>(capability)) best = std::max(best, known);
  return best;
}

}  // namespace

bool is_source(const fs::path& path) {
  return is_cuda(path) || std::ranges::find(host_endings, path.extension().string()) != host_endings.end();
}

void build_program(const BuildOptions& options) {
  for (const fs::path& path : options.sources) (void)read_file(path);  // our message, not the compiler's
  (void)source::checked_flags(options.compiler_flags);
  if (std::ranges::none_of(options.sources, is_cuda)) throw InputError("none of the sources is a .cu file");
  const Toolchain chosen = source::find_toolchain(options.compiler, source::Language::cuda);
  if (chosen.kind == CompilerKind::nvcc) {
    if (const int arch = arch_for(chosen, options.capability)) return build_with_nvcc(chosen, arch, options);
    if (options.compiler == source::CompilerChoice::nvcc)
      throw InputError(fmt::format("{} makes no code for compute capability {}.{}", chosen.version,
                                   options.capability / 10, options.capability % 10));
  }
  build_with_clang(source::find_toolchain(source::CompilerChoice::clang, source::Language::cuda), options);
}

fs::path runtime_folder() {
  std::vector<fs::path> tried;
  if (const char* set = std::getenv("FOREWARP_RUNTIME")) tried.emplace_back(set);
  std::error_code ec;
  const fs::path beside = fs::read_symlink("/proc/self/exe", ec).parent_path();
  for (const fs::path& folder :
       {beside, beside.parent_path() / "lib/forewarp", beside.parent_path() / "lib/x86_64-linux-gnu/forewarp"})
    tried.push_back(folder);
  std::string names;
  for (const fs::path& folder : tried) {
    if (fs::exists(folder / library_name, ec)) return fs::absolute(folder);
    names += (names.empty() ? "" : ", ") + folder.string();
  }
  throw Unavailable(fmt::format("{} is in none of {}", library_name, names));
}

}  // namespace forewarp::runtime
