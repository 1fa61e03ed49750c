// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/client_environment.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace forewarp::runtime {
namespace {

bool may_be_python(const std::filesystem::path& program) {
  std::ifstream file(program, std::ios::binary);
  std::string begin(2, '\0');
  file.read(begin.data(), 2);
  return begin == "#!" || program.filename().string().starts_with("python");
}

/// Where the user's own library path has the file, or the one of `folder`: a user who puts NVIDIA's linker there needs
/// it (cuSPARSE, which CuPy loads, does not start without).
std::filesystem::path first_of(const char* name, const std::filesystem::path& folder) {
  const char* path = std::getenv("LD_LIBRARY_PATH");
  std::istringstream entries(path ? path : "");
  for (std::string entry; std::getline(entries, entry, ':');) {
    std::error_code error;
    const auto file = std::filesystem::path(entry) / name;
    if (!entry.empty() && std::filesystem::exists(file, error)) return file;
  }
  return folder / name;
}

std::string preloaded(const std::filesystem::path& folder) {
  const char* before = std::getenv("LD_PRELOAD");
  std::string out = before ? before : "";
  for (const char* name : {"libnvJitLink.so.12", "libnvJitLink.so.13"})
    out += (out.empty() ? "" : ":") + first_of(name, folder).string();
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> client_environment(const std::filesystem::path& program,
                                                                    const std::filesystem::path& folder) {
  std::vector<std::pair<std::string, std::string>> out;
  const auto set = [&](const char* name, const std::string& value) {
    if (!std::getenv(name)) out.emplace_back(name, value);
  };
  const std::string ptxas = (folder / "ptxas").string();
  set("TRITON_PTXAS_PATH", ptxas);
  set("TRITON_PTXAS_BLACKWELL_PATH", ptxas);
  set("TRITON_LIBCUDA_PATH", folder.string());
  set("CUPY_COMPILE_WITH_PTX", "1");
  if (may_be_python(program)) out.emplace_back("LD_PRELOAD", preloaded(folder));
  return out;
}

}  // namespace forewarp::runtime
