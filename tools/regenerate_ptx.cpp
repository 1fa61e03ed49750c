// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Compiles the bundled kernels to the PTX that lies beside them; tools/regenerate_ptx.sh runs it.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/frontend/source/resource_usage.hpp"
#include "forewarp/support/file.hpp"

namespace {

namespace fs = std::filesystem;
using namespace forewarp;

// The oldest architecture that nvcc 13 still compiles for.
constexpr int arch = 75;

void erase_all(std::string& text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) text.erase(at, what.size());
}

/// The compiler writes the path of the source as it was on this machine; ours names the file from the project's root.
std::string without_folder(std::string ptx, const fs::path& root) {
  const std::string folder = fs::canonical(root).string();
  erase_all(ptx, fmt::format("\"{}\" ", folder));
  erase_all(ptx, folder + "/");
  return ptx;
}

void regenerate(const fs::path& root, const std::string& name, const std::string& source, const std::string& output) {
  const fs::path folder = root / "kernels" / name;
  if (!fs::exists(folder / source)) return;
  source::CompileOptions options{.path = fs::canonical(folder / source), .arch = source::Arch{arch, ""}};
  const source::Compiled compiled = source::compile_uncached(options);
  const std::string header = launch::shipped_ptx_header(read_file(folder / source));
  const auto usage = source::ptxas_usage(compiled.ptx, source::Arch{arch, ""});
  const bool known = usage && usage->size() == 1;
  const std::string registers = known ? launch::shipped_registers_line(usage->begin()->second.registers) : "";
  write_file(folder / output, header + registers + without_folder(compiled.ptx, root));
  std::puts(fmt::format("kernels/{}/{}: {}", name, output, compiled.compiler).c_str());
}

}  // namespace

int main(int argc, char** argv) try {
  const fs::path root = argc > 1 ? fs::path(argv[1]) : fs::path(".");
  std::vector<std::string> names(argv + std::min(argc, 2), argv + argc);
  if (names.empty()) names = launch::corpus_names();
  for (const std::string& name : names) {
    regenerate(root, name, "kernel.cu", "kernel.ptx");
    regenerate(root, name, "kernel.cl", "kernel_cl.ptx");
  }
  return 0;
} catch (const std::exception& error) {
  std::fputs(fmt::format("regenerate_ptx: {}\n", error.what()).c_str(), stderr);
  return 1;
}
