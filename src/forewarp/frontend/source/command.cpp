// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/command.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "forewarp/frontend/source/flags.hpp"
#include "forewarp/frontend/source/instance.hpp"
#include "forewarp/support/append.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
namespace {

using Arguments = std::vector<std::string>;

Arguments nvcc_command(const Job& job, Action action) {
  Arguments a{job.toolchain.executable.string(), "-x", "cu", "-arch=" + job.arch.arch.str()};
  if (action == Action::preprocess)
    a.emplace_back("-E");
  else
    append(a, {"-ptx", "-lineinfo"});
  return a;
}

void add_clang_common(Arguments& a, const Job& job, Action action) {
  append(a, {"-O3", "-Wno-unknown-warning-option", "-Wno-linker-warnings", "-fno-crash-diagnostics",
             "-fno-color-diagnostics"});
  switch (action) {
    case Action::preprocess:
      return append(a, {"-E"});
    case Action::precompile_header:
      return append(a, {"-gline-directives-only", "-fsyntax-only", "-Xclang", "-emit-pch"});
    case Action::compile:
      append(a, {"-S", "-gline-directives-only"});
      if (!job.toolchain.device_library.empty())
        append(a, {"-Xclang", "-mlink-builtin-bitcode", "-Xclang", job.toolchain.device_library.string()});
      return;
  }
}

/// Parsed before where that was worth it, else as text.
void include_own_header(Arguments& a, const Job& job, Action action) {
  if (!job.precompiled_header.empty())
    append(a, {"-Xclang", "-include-pch", "-Xclang", job.precompiled_header.string()});
  else if (action != Action::precompile_header)
    append(a, {"-include", own_header(job.language).string()});
}

// Only the lane that has a number need have set it before a shuffle: "int n; if (rank == 0) n = atomicAdd(...); n =
// group.shfl(n, 0);". To clang, an argument that is not set is no program, and it would leave out the condition.
constexpr const char* undefined_arguments_are_allowed = "-no-enable-noundef-analysis";

// A store to a null pointer is an error that nvcc's code reports. clang takes it for code that is never reached: the
// kernel would do nothing, and no error would be reported.
constexpr const char* null_accesses_stay = "-fno-delete-null-pointer-checks";

// NVPTX of clang 19 has no conversions between __int128 and floats, and ends with "Undefined external symbol".
constexpr const char* wide_conversions_are_code = "-expand-fp-convert-bits=64";

// No toolkit at all: --cuda-path keeps clang from finding one whose headers it cannot use. PTX 8.5 is clang 19's
// newest, without which the _sync builtins do not exist; the SDK version makes <<<>>> use __cudaPushCallConfiguration.
Arguments clang_cuda_command(const Job& job, Action action) {
  const fs::path headers = shipped_file("cuda");
  Arguments a{job.toolchain.executable.string(),
              "-x",
              "cuda",
              "--cuda-device-only",
              "--cuda-path=/nonexistent",
              "-nocudainc",
              "-nocudalib",
              "-Xclang",
              "-target-feature",
              "-Xclang",
              "+ptx85",
              "-Xclang",
              "-target-sdk-version=12.5",
              "-Xclang",
              undefined_arguments_are_allowed,
              null_accesses_stay,
              "-mllvm",
              wide_conversions_are_code,
              "--cuda-gpu-arch=" + job.arch.arch.str(),
              "-std=c++17",
              "-Wno-register",
              "-isystem",
              headers.string()};
  include_own_header(a, job, action);
  add_clang_common(a, job, action);
  return a;
}

// Every call of a function whose body is there is inlined, as NVIDIA's OpenCL compiler does; only noinline and
// recursion leave one. The threshold is in LLVM's units of cost (5 per instruction), and NVPTX multiplies it by 11 and
// more in int.
constexpr const char* inline_every_call = "-inline-threshold=10000000";

// The nvcl system, not cuda: only it says of a pointer parameter which space it is in (.ptr .shared).
Arguments clang_opencl_command(const Job& job, Action action) {
  Arguments a{job.toolchain.executable.string(),
              "-x",
              "cl",
              "--target=nvptx64-nvidia-nvcl",
              "-march=" + job.arch.arch.str(),
              "-nogpulib",
              "-cl-std=CL1.2",
              "-Xclang",
              "-target-feature",
              "-Xclang",
              "+ptx85",
              "-mllvm",
              inline_every_call};
  include_own_header(a, job, action);
  add_clang_common(a, job, action);
  return a;
}

// The sources of AMD's programs differ by name alone (hipMalloc), so CUDA sources are compiled as HIP with our headers.
Arguments clang_hip_command(const Job& job, Action action) {
  const fs::path headers = shipped_file("cuda");
  Arguments a{job.toolchain.executable.string(),
              "-x",
              "hip",
              "--cuda-device-only",
              "-nogpuinc",
              "-nogpulib",
              "--offload-arch=" + job.options.amd_target,
              "-std=c++17",
              "-Wno-register",
              "-isystem",
              headers.string(),
              "-include",
              (headers / "forewarp_amd.h").string()};
  add_clang_common(a, job, action);
  return a;
}

// AMD's runtime inlines every call, too.
Arguments clang_amd_opencl_command(const Job& job, Action action) {
  Arguments a{job.toolchain.executable.string(),
              "-x",
              "cl",
              "--target=amdgcn-amd-amdhsa",
              "-mcpu=" + job.options.amd_target,
              "-nogpulib",
              "-cl-std=CL1.2",
              "-mllvm",
              "-amdgpu-early-inline-all",
              "-include",
              shipped_file("cuda/forewarp_amd_opencl.h").string()};
  add_clang_common(a, job, action);
  return a;
}

Arguments base_command(const Job& job, Action action) {
  if (!job.options.amd_target.empty())
    return job.language == Language::opencl ? clang_amd_opencl_command(job, action) : clang_hip_command(job, action);
  if (job.toolchain.kind == CompilerKind::nvcc) return nvcc_command(job, action);
  return job.language == Language::opencl ? clang_opencl_command(job, action) : clang_cuda_command(job, action);
}

void check_define(const std::string& define) {
  const std::string name = define.substr(0, define.find_first_of("=("));
  const bool letters =
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
  if (name.empty() || !letters || (name[0] >= '0' && name[0] <= '9'))
    throw InputError(fmt::format("-D {}: expected NAME or NAME=VALUE", define));
}

}  // namespace

Job plan(const CompileOptions& options) {
  Job job{.options = options};
  job.language = options.language ? *options.language : language_of(options.path);
  for (const std::string& d : options.defines) check_define(d);
  if (!options.instantiate.empty() && job.language != Language::cuda)
    throw InputError(fmt::format("{}: only CUDA C++ has templates to instantiate", options.path.string()));
  if (!options.amd_target.empty()) {
    job.toolchain = find_amd_toolchain(job.language);
    job.options.many_variants = false;
    return job;
  }
  job.toolchain = find_toolchain(options.compiler, job.language);
  job.arch = choose_arch(options.arch, options.device_arch, job.toolchain.known_archs, job.toolchain.version);
  return job;
}

namespace {

/// clang compiles with our headers in the place of a toolkit's, whatever folder of it the program names; what ours lack
/// is found there after them.
std::string include_option(const Job& job, const fs::path& folder) {
  std::error_code ec;
  const bool is_toolkit = fs::exists(folder / "cuda_runtime.h", ec) && fs::exists(folder / "crt", ec);
  return is_toolkit && job.toolchain.kind != CompilerKind::nvcc ? "-idirafter" : "-I";
}

}  // namespace

std::vector<std::string> command(const Job& job, Action action, const CommandFiles& files) {
  Arguments a = base_command(job, action);
  for (const fs::path& dir : job.options.include_dirs) a.push_back(include_option(job, dir) + dir.string());
  if (!files.defines.empty())
    append(a, {"-include", files.defines.string()});
  else
    for (const std::string& d : job.options.defines) a.push_back("-D" + d);
  const Arguments flags = flags_for(job.toolchain.kind, job.options.extra_flags);
  a.insert(a.end(), flags.begin(), flags.end());
  // The driver names no output for a check of the syntax alone, which is what emitting a header is to it.
  if (action == Action::precompile_header)
    append(a, {"-Xclang", "-o", "-Xclang", files.output.string(), files.input.string()});
  else
    append(a, {"-o", files.output.string(), files.input.string()});
  return a;
}

fs::path own_header(Language language) {
  return shipped_file(language == Language::opencl ? "cuda/forewarp_opencl.h" : "cuda/forewarp_cuda.h");
}

bool is_clang_for_nvidia(const Job& job) {
  return job.toolchain.kind == CompilerKind::clang && job.options.amd_target.empty();
}

// LLVM's units of cost, of which 300 are its limit. With 3000, the matrix products that blogs teach (thread tiles of 8
// x 8 in warp tiles, no #pragma unroll) have their sums in registers, as by nvcc.
std::vector<std::string> more_unrolling() { return {"-mllvm", "-unroll-threshold=3000"}; }

std::vector<std::string> own_side_alone() { return {"-Xclang", "-fgpu-exclude-wrong-side-overloads"}; }

bool defines_by_file(const Job& job) {
  return job.toolchain.kind == CompilerKind::clang && !job.options.defines.empty();
}

std::string defines_text(const CompileOptions& options) {
  std::string text;
  for (const std::string& d : options.defines) {
    const std::size_t equals = d.find('=');
    std::string value = equals == std::string::npos ? "1" : d.substr(equals + 1);
    std::ranges::replace(value, '\n', ' ');
    text += fmt::format("#define {} {}\n", d.substr(0, equals), value);
  }
  return text;
}

bool probes_instances(const CompileOptions& options) {
  constexpr std::array<std::string_view, 4> too_old = {"03", "11", "14", "0x"};
  return std::ranges::none_of(options.extra_flags, [&](const std::string& flag) {
    const bool standard = flag.find("std=") != std::string::npos;
    return standard && std::ranges::any_of(too_old, [&](std::string_view year) { return flag.ends_with(year); });
  });
}

std::string instantiation_shim(const CompileOptions& options) {
  return fmt::format("#include \"{}\"\n", fs::absolute(options.path).string()) + instance_lines(options.instantiate) +
         (probes_instances(options) ? probe_lines(options.instantiate) : "");
}

}  // namespace forewarp::source
