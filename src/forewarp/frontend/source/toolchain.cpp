// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/toolchain.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view nvcc_help =
    "nvcc (NVIDIA's CUDA toolkit; Debian: apt-get install nvidia-cuda-toolkit, or set FOREWARP_NVCC)";
constexpr std::string_view clang_help = "clang-19 (Debian: apt-get install clang-19 libclc-19, or set FOREWARP_CLANG)";

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

// A named file must be there: FOREWARP_NVCC=/nonexistent is a mistake, not "no nvcc".
std::optional<fs::path> named_by(const char* variable) {
  const auto value = environment(variable);
  if (!value) return std::nullopt;
  if (value->find('/') == std::string::npos)
    if (auto found = find_program(*value)) return found;
  std::error_code ec;
  if (!fs::is_regular_file(*value, ec)) throw Unavailable(fmt::format("{}={}: no such file", variable, *value));
  return fs::path(*value);
}

constexpr const char* nvidia_library = "nvptx64--nvidiacl.bc";
constexpr const char* amd_library = "amdgcn--amdhsa.bc";

/// libclc's library of this name. FOREWARP_LIBCLC names NVIDIA's, and AMD's is beside it.
fs::path find_libclc(const char* name) {
  std::error_code ec;
  if (auto named = named_by("FOREWARP_LIBCLC")) {
    if (name == nvidia_library) return *named;
    if (fs::path file = named->parent_path() / name; fs::exists(file, ec)) return file;
  } else {
    for (const char* folder : {"/usr/lib/clc", "/usr/share/clc", "/usr/lib/llvm-19/share/clc", "/usr/local/share/clc"})
      if (fs::path file = fs::path(folder) / name; fs::exists(file, ec)) return file;
  }
  throw Unavailable(
      fmt::format("libclc's {}: not found; Debian: apt-get install libclc-19, or set FOREWARP_LIBCLC", name));
}

std::string stamp(const fs::path& path) {
  std::error_code ec;
  const fs::path real = fs::canonical(path, ec);
  const auto size = fs::file_size(real, ec);
  const auto time = fs::last_write_time(real, ec).time_since_epoch().count();
  return fmt::format("{}:{}:{}", real.string(), size, time);
}

// Digest of the headers that stand in for a toolkit: editing one must not serve stale PTX.
std::string headers_stamp() {
  std::vector<std::string> stamps;
  for (const auto& entry : fs::recursive_directory_iterator(shipped_file("cuda")))
    if (entry.is_regular_file()) stamps.push_back(stamp(entry.path()));
  std::ranges::sort(stamps);
  std::string all;
  for (const std::string& s : stamps) all += s;
  return digest(all);
}

std::string word_after(const std::string& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + mark.size();
  return text.substr(begin, text.find_first_of(" ,\n(", begin) - begin);
}

std::vector<int> listed_archs(const fs::path& nvcc) {
  const std::string text = run_process({nvcc.string(), "--list-gpu-arch"}).output;
  std::vector<int> archs;
  for (std::size_t at = text.find("compute_"); at != std::string::npos; at = text.find("compute_", at + 1)) {
    int n = 0;
    const char* digits = text.data() + at + 8;
    if (std::from_chars(digits, text.data() + text.size(), n).ec == std::errc{}) archs.push_back(n);
  }
  std::ranges::sort(archs);
  return archs;
}

Toolchain examine_nvcc(const fs::path& path) {
  const std::string text = run_process({path.string(), "--version"}).output;
  Toolchain t{.kind = CompilerKind::nvcc, .executable = path};
  t.version = "nvcc " + word_after(text, "release ");
  t.known_archs = listed_archs(path);
  if (t.known_archs.empty())
    throw Unavailable(fmt::format("{}: does not work as nvcc (--list-gpu-arch)", path.string()));
  t.identity = fmt::format("{}|{}", t.version, stamp(path));
  return t;
}

Toolchain examine_clang(const fs::path& path, const fs::path& library) {
  const ProcessResult r = run_process({path.string(), "--version"});
  Toolchain t{.kind = CompilerKind::clang, .executable = path, .device_library = library};
  t.version = "clang " + word_after(r.output, "clang version ");
  if (r.exit_status != 0 || t.version == "clang ")
    throw Unavailable(fmt::format("{}: does not work as clang (--version)", path.string()));
  // What clang 19 compiles our header for with PTX 8.5; it has sm_20 to sm_32 too, without the shuffles of sm_35's day.
  t.known_archs = {35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};
  t.identity = fmt::format("{}|{}|{}|{}", t.version, stamp(path),
                           t.device_library.empty() ? "" : stamp(t.device_library), headers_stamp());
  return t;
}

// Asking a compiler for its version costs a process: once for each file is enough.
Toolchain examine_once(const fs::path& path, CompilerKind kind, const char* library_name = nvidia_library) {
  static std::mutex mutex;
  static std::map<std::string, Toolchain> seen;
  const bool needs_library = kind == CompilerKind::clang && library_name != nullptr;
  const fs::path library = needs_library ? find_libclc(library_name) : fs::path();
  const std::string key =
      fmt::format("{}|{}|{}|{}", kind == CompilerKind::nvcc, path.string(), stamp(path), library.string());
  const std::lock_guard lock(mutex);
  const auto found = seen.find(key);
  if (found != seen.end()) return found->second;
  return seen.emplace(key, kind == CompilerKind::nvcc ? examine_nvcc(path) : examine_clang(path, library))
      .first->second;
}

CompilerChoice from_environment() {
  const auto name = environment("FOREWARP_COMPILER");
  if (!name || *name == "auto") return CompilerChoice::automatic;
  if (*name == "nvcc") return CompilerChoice::nvcc;
  if (*name == "clang") return CompilerChoice::clang;
  throw InputError(fmt::format("FOREWARP_COMPILER={}: expected nvcc, clang or auto", *name));
}

}  // namespace

Language language_of(const fs::path& path) {
  const std::string ending = path.extension().string();
  if (ending == ".ptx") return Language::ptx;
  if (ending == ".cl") return Language::opencl;
  for (const char* cuda : {".cu", ".cuh", ".cpp", ".cc", ".cxx"})
    if (ending == cuda) return Language::cuda;
  throw InputError(fmt::format("{}: expected a .cu, .cl or .ptx file", path.string()));
}

std::optional<fs::path> find_clang() {
  if (auto named = named_by("FOREWARP_CLANG")) return named;
  return find_program("clang-19");
}

std::optional<fs::path> find_nvcc() {
  if (auto named = named_by("FOREWARP_NVCC")) return named;
  if (auto found = find_program("nvcc")) return found;
  return std::nullopt;
}

Toolchain find_toolchain(CompilerChoice choice, Language language) {
  FOREWARP_ASSERT(language != Language::ptx, "PTX needs no compiler");
  if (choice == CompilerChoice::automatic) choice = from_environment();
  if (language == Language::cuda && choice != CompilerChoice::clang) {
    if (const auto nvcc = find_nvcc()) return examine_once(*nvcc, CompilerKind::nvcc);
    if (choice == CompilerChoice::nvcc) throw Unavailable(fmt::format("no {}", nvcc_help));
  }
  if (const auto clang = find_clang()) return examine_once(*clang, CompilerKind::clang);
  if (language == Language::opencl || choice == CompilerChoice::clang)
    throw Unavailable(fmt::format("no compiler: needs {}", clang_help));
  throw Unavailable(fmt::format("no compiler: needs {} or {}", nvcc_help, clang_help));
}

Toolchain find_amd_toolchain(Language language) {
  if (language == Language::cuda)
    if (const auto named = named_by("FOREWARP_AMDGPU_CLANG")) return examine_once(*named, CompilerKind::clang, nullptr);
  if (const auto clang = find_clang()) return examine_once(*clang, CompilerKind::clang, amd_library);
  throw Unavailable(fmt::format("no compiler for AMD: needs {}", clang_help));
}

std::string_view package_advice(std::string_view messages) {
  constexpr std::array<std::string_view, 3> without_openmp = {"'omp.h' file not found", "cannot find -lomp",
                                                              "unable to find library -lomp"};
  const auto is_said = [&](std::string_view text) { return messages.find(text) != std::string_view::npos; };
  return std::ranges::any_of(without_openmp, is_said)
             ? "OpenMP's header and library for clang are not here; Debian: apt-get install libomp-19-dev\n"
             : "";
}

}  // namespace forewarp::source
