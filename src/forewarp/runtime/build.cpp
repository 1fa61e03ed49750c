// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/build.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <regex>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/frontend/fatbin/fat_binary.hpp"
#include "forewarp/frontend/source/asm_escapes.hpp"
#include "forewarp/frontend/source/command.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/frontend/source/flags.hpp"
#include "forewarp/runtime/device_link.hpp"
#include "forewarp/support/append.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/own_folders.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::runtime {
namespace fs = std::filesystem;
namespace {

using Arguments = std::vector<std::string>;
using source::CompilerKind;
using source::Toolchain;

constexpr const char* library_name = "libforewarp_cudart.so";
constexpr std::array<std::string_view, 4> host_endings = {".cpp", ".cc", ".cxx", ".c"};

bool is_cuda(const fs::path& path) { return path.extension() == ".cu"; }

/// nvcc's flag for programs whose .c files have device code, too.
bool all_are_cuda(const BuildOptions& options) {
  return std::ranges::find(options.compiler_flags, "-x=cu") != options.compiler_flags.end();
}

/// What a linker did not find of names like `pattern`: "undefined reference to `cudaFoo'", or 'cudaFoo' from lld.
std::set<std::string> missing_names(const std::string& messages, const std::string& pattern) {
  std::set<std::string> names;
  const std::regex missing("undefined (reference to|symbol:) [`']?(" + pattern + ")");
  for (std::sregex_iterator it(messages.begin(), messages.end(), missing), end; it != end; ++it) names.insert((*it)[2]);
  return names;
}

/// A sentence for each library of the toolkit whose functions the program calls without naming it; empty where none.
std::string library_advice(const std::string& messages, const Arguments& command) {
  struct Library {
    const char *names, *flag, *own;  ///< own: forewarp's, in its place
  };
  constexpr std::array<Library, 2> libraries = {
      {{"cu[A-Z][A-Za-z0-9_]+", "-lcuda", "-lcuda"}, {"nvrtc[A-Z][A-Za-z0-9_]+", "-lnvrtc", "-lforewarp_nvrtc"}}};
  std::string advice;
  for (const Library& library : libraries) {
    const std::set<std::string> names = missing_names(messages, library.names);
    const auto is_named = [&](const std::string& word) { return word == library.flag || word == library.own; };
    if (names.empty() || std::ranges::any_of(command, is_named)) continue;
    advice += fmt::format("{} is of another library: add {}\n", *names.begin(), library.flag);
  }
  return advice;
}

void run_compiler(const Arguments& command, const std::string& what, const BuildOptions& options) {
  const ProcessResult r = source::run_compiler(command, {.timeout_s = options.timeout_s, .what = what});
  if (r.timed_out) throw InputError(fmt::format("{}: stopped after {} s", what, options.timeout_s));
  if (r.exit_status == 0) return;
  const std::string said = r.errors + r.output;
  if (const std::set<std::string> missing = missing_names(said, "(__)?cuda[A-Za-z0-9_]+"); !missing.empty())
    throw InputError(fmt::format("{}: forewarp's runtime does not have {}", what, fmt::join(missing, ", ")));
  if (const std::string advice = library_advice(said, command); !advice.empty())
    throw InputError(fmt::format("{}: {}", what, advice));
  throw InputError(fmt::format("{}: {} failed (exit {})\n{}{}", what, fs::path(command.front()).filename().string(),
                               r.exit_status, source::package_advice(said), said));
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

/// What nvcc compiles means the runtime of nvcc's version where versions differ (cudart/versions.cpp).
std::string versioned_runtime(const Toolchain& nvcc) {
  const int major = std::atoi(nvcc.version.c_str() + std::string_view("nvcc ").size());
  return major >= 13 ? "libcudart.so.13" : major == 12 ? "libcudart.so.12" : "libcudart.so.11.0";
}

/// What clang compiles has cuRAND and NVTX in its headers (curand.h, nvToolsExt.h): there is no library.
void drop_header_libraries(Arguments& flags) {
  for (const char* library : {"-lcurand", "-lnvToolsExt"}) std::erase(flags, library);
}

/// NVRTC is the toolkit's where the linker finds one, else forewarp's, which the folder of the runtime has.
void choose_nvrtc(Arguments& flags, const Toolchain& clang, const std::vector<fs::path>& folders) {
  constexpr const char* wanted = "-lnvrtc";
  if (std::ranges::find(flags, wanted) == flags.end()) return;
  constexpr const char* file = "libnvrtc.so";
  std::error_code ec;
  const auto is_there = [&](const fs::path& folder) { return fs::exists(folder / file, ec); };
  const char* more = std::getenv("LIBRARY_PATH");
  const std::string all = more ? more : "";
  const std::vector<std::string_view> listed = split_at(all, ':');
  // Without one, clang prints the name that it was given.
  const std::string found = run_process({clang.executable.string(), std::string("-print-file-name=") + file}).output;
  if (std::ranges::any_of(folders, is_there) || std::ranges::any_of(listed, is_there) || found.starts_with('/')) return;
  std::ranges::replace(flags, std::string(wanted), std::string("-lforewarp_nvrtc"));
}

Arguments link_flags(const BuildOptions& options, const Toolchain& compiler) {
  Arguments out = runtime_flags(compiler, options.runtime_folder);
  for (const fs::path& dir : options.library_dirs) out.push_back("-L" + dir.string());
  for (const std::string& library : options.libraries) out.push_back("-l" + library);
  if (compiler.kind == CompilerKind::clang) {
    drop_header_libraries(out);
    choose_nvrtc(out, compiler, options.library_dirs);
  }
  return out;
}

/// The device code of a .cu file as a fat binary; its -D values as a file, both in the folder.
struct DevicePart {
  fs::path fat_binary, defines;
};

/// A toolkit's cuda_runtime.h brings <cmath> along, and programs rely on that.
constexpr const char* with_cmath = "--include=cmath";

enum class Code { host, device };

/// The static variables and kernels of a file get names that are unique in the program, equal on host and device:
/// clang makes them of the compilation unit's id. The driver hands it on to device compilations alone.
Arguments relocatable_flags(const fs::path& path, const BuildOptions& options, Code code) {
  if (!options.relocatable) return {};
  const std::string what = fmt::format("{} {} {}", fs::absolute(path).string(), fmt::join(options.defines, " "),
                                       fmt::join(options.compiler_flags, " "));
  const std::string id = "-cuid=" + digest(what);
  return code == Code::device ? Arguments{"-fgpu-rdc", id} : Arguments{"-fgpu-rdc", "-Xclang", id};
}

source::CompileOptions device_options(const fs::path& path, const BuildOptions& options) {
  Arguments flags = {with_cmath};
  append(flags, relocatable_flags(path, options, Code::device));
  append(flags, options.compiler_flags);
  return {.path = path,
          .language = source::Language::cuda,
          .defines = options.defines,
          .include_dirs = options.include_dirs,
          .device_arch = source::Arch{static_cast<int>(options.capability), ""},
          .extra_flags = flags,
          .compiler = source::CompilerChoice::clang,
          .timeout_s = options.timeout_s};
}

DevicePart device_part(const fs::path& path, const fs::path& stem, const BuildOptions& options) {
  const source::CompileOptions device = device_options(path, options);
  source::Compiler compiler;
  const auto compiled = compiler.compile(device);
  DevicePart part{stem.string() + ".fatbin", stem.string() + "_defines.h"};
  const auto capability = static_cast<unsigned>(std::strtoul(compiled->arch.c_str() + 3, nullptr, 10));
  write_file(part.fat_binary,
             fatbin::written(options.relocatable ? with_static_names(compiled->ptx) : compiled->ptx, capability));
  write_file(part.defines,
             fmt::format("#define __CUDA_ARCH_LIST__ {}\n", capability * 10) + source::defines_text(device));
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
                 "-Wno-register",
                 "-isystem",
                 headers.string(),
                 "-include",
                 (headers / "forewarp_cuda.h").string(),
                 "-include",
                 part.defines.string(),
                 with_cmath,
                 "-Xclang",
                 "-fcuda-include-gpubinary",
                 "-Xclang",
                 part.fat_binary.string()};
  append(a, relocatable_flags(path, options, Code::host));
  append(a, include_flags(options));
  append(a, source::flags_for(CompilerKind::clang, options.compiler_flags));
  append(a, options.host_flags);
  append(a, {"-c", fs::absolute(path).string(), "-o", object.string()});
  return a;
}

Arguments plain_command(const Toolchain& clang, const fs::path& path, const fs::path& object,
                        const BuildOptions& options) {
  const bool is_c = path.extension() == ".c";
  Arguments a = {clang.executable.string(), "-x",       is_c ? "c" : "c++",           "-O2", "-g1",
                 "-fno-color-diagnostics",  "-isystem", shipped_file("cuda").string()};
  if (!is_c) a.emplace_back("-Wno-register");  // g++, behind nvcc, warns alone
  append(a, include_flags(options));
  append(a, define_flags(options));
  append(a, source::flags_for(CompilerKind::clang, options.compiler_flags));
  append(a, options.host_flags);
  append(a, {"-c", fs::absolute(path).string(), "-o", object.string()});
  return a;
}

void build_with_clang(const Toolchain& clang, const BuildOptions& options) {
  const TemporaryFolder folder("exec");
  Arguments objects;
  for (const fs::path& path : options.sources) {
    const fs::path object = folder / fmt::format("{}_{}.o", objects.size(), path.stem().string());
    compile_object(clang, path, is_cuda(path) || all_are_cuda(options), object, options);
    objects.push_back(object.string());
  }
  link_program(clang, objects, options.output, options);
}

/// Only PTX is made, and not compressed: the emulator reads no machine code.
Arguments nvcc_command(const Toolchain& nvcc, int arch, const BuildOptions& options) {
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
  return a;
}

/// nvcc links no device code with `-cudart none`: this is done here.
void build_relocatable_with_nvcc(const Toolchain& nvcc, int arch, const BuildOptions& options) {
  const TemporaryFolder folder("exec");
  Arguments objects;
  for (const fs::path& path : options.sources) {
    objects.push_back((folder / fmt::format("{}_{}.o", objects.size(), path.stem().string())).string());
    Arguments a = nvcc_command(nvcc, arch, options);
    append(a, {"-dc", fs::absolute(path).string(), "-o", objects.back()});
    run_compiler(a, "compiling " + path.string(), options);
  }
  link_device_code(nvcc, objects, folder / "device_link.o", options);
  Arguments a = nvcc_command(nvcc, arch, options);
  append(a, objects);
  append(a, {(folder / "device_link.o").string(), "-nodlink", "-o", options.output.string()});
  append(a, link_flags(options, nvcc));
  run_compiler(a, "linking " + options.output.string(), options);
  check_device_code(options.output, options.capability);
}

void build_with_nvcc(const Toolchain& nvcc, int arch, const BuildOptions& options) {
  if (options.relocatable) return build_relocatable_with_nvcc(nvcc, arch, options);
  Arguments a = nvcc_command(nvcc, arch, options);
  for (const fs::path& path : options.sources) a.push_back(fs::absolute(path).string());
  append(a, {"-o", options.output.string()});
  append(a, link_flags(options, nvcc));
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

void compile_object(const Toolchain& clang, const fs::path& source, bool cuda, const fs::path& object,
                    const BuildOptions& options) {
  const TemporaryFolder folder("object");
  const Arguments command =
      cuda ? cuda_host_command(clang, source, device_part(source, folder / source.stem().string(), options), object,
                               options)
           : plain_command(clang, source, object, options);
  run_compiler(command, "compiling " + source.string(), options);
}

void link_device_code(const Toolchain& compiler, const Arguments& words, const fs::path& object,
                      const BuildOptions& options) {
  const TemporaryFolder folder("device_link");
  write_file(folder / "link.c", device_link_source(units_to_link(words)));
  Arguments a = {compiler.executable.string(), "-O2", "-c", (folder / "link.c").string(), "-o", object.string()};
  append(a, compiler.kind == CompilerKind::nvcc ? Arguments{"-Xcompiler", "-fPIC"} : Arguments{"-fPIC"});
  run_compiler(a, "linking device code", options);
}

void link_program(const Toolchain& clang, const std::vector<std::string>& words, const fs::path& output,
                  const BuildOptions& options) {
  const TemporaryFolder folder("link");
  const bool relocatable = !units_to_link(words).empty();
  Arguments link = {clang.executable.string(), "--driver-mode=g++", "-fno-color-diagnostics", "-o", output.string()};
  if (relocatable) {
    link_device_code(clang, words, folder / "device_link.o", options);
    link.push_back((folder / "device_link.o").string());
  }
  append(link, words);
  drop_header_libraries(link);
  choose_nvrtc(link, clang, options.library_dirs);
  for (const std::string& flag : source::flags_for(CompilerKind::clang, options.compiler_flags))
    if (flag.starts_with("-fopenmp")) link.push_back(flag);  // brings its library
  append(link, link_flags(options, clang));
  run_compiler(link, "linking " + output.string(), options);
  if (relocatable) check_device_code(output, options.capability);
}

std::vector<std::string> runtime_flags(const Toolchain& compiler, const fs::path& folder) {
  Arguments out = {"-L" + folder.string()};
  if (compiler.kind == CompilerKind::nvcc)
    append(out, {"-Xlinker", folder / versioned_runtime(compiler), "-lforewarp_cudart", "-Xlinker", "-rpath",
                 "-Xlinker", folder.string()});
  else
    append(out, {"-lforewarp_cudart", "-Wl,-rpath," + folder.string()});
  append(out, {"-lm", "-lpthread"});
  return out;
}

namespace {

/// Flags of relocatable device code, by any of their names, become the option.
BuildOptions with_relocatable(BuildOptions options) {
  const auto asks = [](const std::string& flag) {
    return flag == "-rdc=true" || flag == "--relocatable-device-code=true" || flag == "-dc" || flag == "-fgpu-rdc";
  };
  options.relocatable = std::erase_if(options.compiler_flags, asks) > 0 || options.relocatable;
  return options;
}

}  // namespace

void build_program(const BuildOptions& given) {
  const BuildOptions options = with_relocatable(given);
  for (const fs::path& path : options.sources) (void)read_file(path);  // our message, not the compiler's
  (void)source::checked_flags(options.compiler_flags);
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
  for (const fs::path& own : own_folders())
    for (const fs::path& folder :
         {own, own.parent_path() / "lib/forewarp", own.parent_path() / "lib/x86_64-linux-gnu/forewarp",
          own / "forewarp", own / "lib/forewarp"})
      tried.push_back(folder);
  std::error_code ec;
  std::string names;
  for (const fs::path& folder : tried) {
    if (fs::exists(folder / library_name, ec)) return fs::absolute(folder);
    names += (names.empty() ? "" : ", ") + folder.string();
  }
  throw Unavailable(fmt::format("{} is in none of {} (in a checkout './dev build' makes it)", library_name, names));
}

}  // namespace forewarp::runtime
