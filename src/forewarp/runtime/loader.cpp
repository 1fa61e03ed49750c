// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/loader.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/support/elf_file.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"

namespace forewarp::runtime {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view runtime_name = "libforewarp_cudart.so";
constexpr std::string_view nvidia_name = "libcudart.so.";
constexpr std::array<std::string_view, 3> replaced = {"libcudart.so.11.0", "libcudart.so.12", "libcudart.so.13"};

/// Constants of NVIDIA's runtime, versions 10 to 13, that no other program has together: it is one object file, so that
/// a program has all of it or nothing, and they remain in a stripped one.
constexpr std::array<std::string_view, 3> marks = {"CUDA driver version is insufficient for CUDA runtime version",
                                                   "cuGetExportTable", "cuModuleLoadFatBinary"};

bool has_nvidia_runtime(const ElfFile& file) {
  const std::string_view constants = file.section(".rodata");
  return std::ranges::all_of(marks, [&](std::string_view m) { return constants.find(m) != std::string_view::npos; });
}

std::string first_bytes(const fs::path& file) {
  std::array<char, 4> bytes{};
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read", file.string()));
  in.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(in.gcount())};
}

std::string library_path(const fs::path& runtime_folder) {
  const char* before = std::getenv("LD_LIBRARY_PATH");
  return runtime_folder.string() + (before && *before ? ":" + std::string(before) : "");
}

/// A library as the loader finds it; path empty where it finds none.
struct Library {
  std::string name;
  fs::path path;
};

/// Reads lines "name => path (0x...)" and "name => not found"; others (the vDSO, the loader) name no library to search.
std::vector<Library> libraries_in(std::string_view listing) {
  std::vector<Library> out;
  for (std::size_t end = 0; !listing.empty(); listing.remove_prefix(std::min(end + 1, listing.size()))) {
    end = std::min(listing.find('\n'), listing.size());
    std::string_view line = listing.substr(0, end);
    const std::size_t arrow = line.find(" => ");
    if (arrow == std::string_view::npos) continue;
    std::string_view name = line.substr(0, arrow), path = line.substr(arrow + 4);
    name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
    path = path.substr(0, path.rfind(" (0x"));
    out.push_back({std::string(name), path == "not found" ? fs::path() : fs::path(path)});
  }
  return out;
}

std::vector<Library> libraries_of(const ElfFile& program, const std::string& search) {
  if (program.interpreter().empty()) return {};
  const ProcessResult r =
      run_process({program.interpreter(), "--library-path", search, "--list", fs::absolute(program.path()).string()});
  // A program that the loader refuses says why itself when it is started.
  return r.exit_status == 0 ? libraries_in(r.output) : std::vector<Library>{};
}

[[noreturn]] void refuse_static(const fs::path& file) {
  throw InputError(
      fmt::format("{}: NVIDIA's CUDA runtime is linked into it statically (nvcc does so unless told otherwise), and "
                  "cannot be replaced. Link it again with 'nvcc -cudart shared', or give forewarp exec its sources",
                  file.string()));
}

[[noreturn]] void refuse_library(const Library& library, const fs::path& program) {
  throw InputError(
      fmt::format("{}: its library {} ({}) has NVIDIA's CUDA runtime in it, which cannot be replaced; "
                  "libraries that exist as machine code only (cuBLAS, cuDNN) do not run",
                  program.string(), library.name, library.path.string()));
}

/// Whether this library is NVIDIA's runtime where ours should be. Throws for a version that has no replacement.
bool is_nvidia_runtime(const Library& library, const fs::path& program) {
  if (!library.name.starts_with(nvidia_name)) return false;
  if (std::ranges::find(replaced, library.name) == replaced.end())
    throw InputError(
        fmt::format("{}: it needs {}; forewarp has {}", program.string(), library.name, fmt::join(replaced, ", ")));
  return true;
}

bool is_entry_point(const std::string& symbol) { return symbol.starts_with("cuda") || symbol.starts_with("__cuda"); }

/// Entry points of the CUDA runtime that the program or its libraries call and none of them defines.
std::set<std::string> missing_entry_points(const std::vector<ElfFile>& files) {
  std::set<std::string> missing;
  for (const ElfFile& file : files)
    for (const std::string& symbol : file.undefined())
      if (is_entry_point(symbol) &&
          std::ranges::none_of(files, [&](const ElfFile& f) { return f.defined().contains(symbol); }))
        missing.insert(symbol);
  return missing;
}

LoadPlan plan_with(const std::string& search, const std::vector<std::string>& preloaded) {
  LoadPlan plan{{{"LD_LIBRARY_PATH", search}}};
  if (preloaded.empty()) return plan;
  const char* before = std::getenv("LD_PRELOAD");
  plan.environment.emplace_back("LD_PRELOAD", fmt::format("{}{}{}", fmt::join(preloaded, ":"),
                                                          before && *before ? ":" : "", before ? before : ""));
  return plan;
}

LoadPlan plan_for(const ElfFile& program, const std::string& search, const std::vector<std::string>& preloaded,
                  const fs::path& runtime_folder) {
  if (has_nvidia_runtime(program)) refuse_static(program.path());
  std::vector<ElfFile> files;
  std::vector<std::string>
      versions;  // of the runtime, in front of what is preloaded for the clocks: its names are CUDA 12's
  bool from_elsewhere = false, uses_runtime = false;
  for (const Library& library : libraries_of(program, search)) {
    const bool ours = library.path.parent_path() == runtime_folder;
    const bool nvidia = !ours && is_nvidia_runtime(library, program.path());
    uses_runtime = uses_runtime || nvidia || library.name.starts_with(runtime_name);
    const bool hidden = ours && !preloaded.empty() && std::ranges::find(replaced, library.name) != replaced.end();
    if (nvidia || hidden) versions.push_back((runtime_folder / library.name).string());
    from_elsewhere = from_elsewhere || nvidia;
    std::optional<ElfFile> file = ElfFile::open(nvidia ? runtime_folder / library.name : library.path);
    if (!file) continue;
    if (!ours && !nvidia && has_nvidia_runtime(*file)) refuse_library(library, program.path());
    files.push_back(std::move(*file));
  }
  versions.insert(versions.end(), preloaded.begin(), preloaded.end());
  LoadPlan plan = plan_with(search, versions);
  if (!uses_runtime) return plan;
  if (from_elsewhere)
    if (std::optional<ElfFile> file = ElfFile::open(runtime_folder / runtime_name)) files.push_back(std::move(*file));
  if (std::optional<ElfFile> file = ElfFile::open(program.path())) files.push_back(std::move(*file));
  if (const std::set<std::string> missing = missing_entry_points(files); !missing.empty())
    throw InputError(
        fmt::format("{}: forewarp's runtime does not have {}", program.path().string(), fmt::join(missing, ", ")));
  return plan;
}

}  // namespace

bool has_nvidia_runtime(const fs::path& file) {
  const std::optional<ElfFile> elf = ElfFile::open(file);
  return elf && has_nvidia_runtime(*elf);
}

LoadPlan load_plan(const fs::path& program, const LoadOptions& options) {
  const std::string magic = first_bytes(program), search = library_path(options.runtime_folder);
  std::vector<std::string> preloaded;
  if (options.clocks) preloaded.push_back((options.runtime_folder / runtime_name).string());
  if (magic.starts_with("#!")) return plan_with(search, preloaded);
  const std::optional<ElfFile> elf = ElfFile::open(program);
  if (!elf)
    throw InputError(fmt::format("{}: it is neither a source (.cu), nor a 64-bit executable, nor a script with #!",
                                 program.string()));
  return plan_for(*elf, search, preloaded, options.runtime_folder);
}

}  // namespace forewarp::runtime
