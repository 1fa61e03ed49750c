// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/corpus.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::launch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_source_bytes = std::size_t{16} << 20;

bool is_kernel_folder(const fs::path& path) {
  std::error_code ec;
  return fs::is_regular_file(path / "launch.toml", ec);
}

bool has_default_defines(const Description& description, const Overrides& overrides) {
  const Parameters parameters = parameters_of(description, overrides);
  return std::all_of(description.defines.begin(), description.defines.end(),
                     [&](const ParameterSpec& spec) { return parameters.at(spec.name) == spec.value; });
}

/// kernels/spmv_csr/kernel.cl: a source in a kernel's folder, which its launch.toml describes as well.
bool is_source_in_kernel_folder(const fs::path& path) {
  std::error_code ec;
  const fs::path ending = path.extension();
  return path.stem() == "kernel" && (ending == ".cu" || ending == ".cl") && fs::is_regular_file(path, ec) &&
         is_kernel_folder(path.parent_path());
}

fs::path ptx_beside(const fs::path& source) {
  fs::path name = source.stem();
  if (source.extension() == ".cl") name += "_cl";
  name += ".ptx";
  return source.parent_path() / name;
}

constexpr std::string_view registers_mark = "// registers a thread, from ptxas: ";

constexpr std::string_view digest_mark = "// compiled from a source with the digest ";

std::uint32_t registers_in(std::string_view line) {
  std::uint32_t count = 0;
  if (!line.starts_with(registers_mark)) return 0;
  line.remove_prefix(registers_mark.size());
  return std::from_chars(line.data(), line.data() + line.size(), count).ec == std::errc{} && count <= 255 ? count : 0;
}

}  // namespace

std::vector<std::string> corpus_names() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(shipped_file("kernels")))
    if (is_kernel_folder(entry.path())) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<fs::path> find_kernel_folder(std::string_view name_or_path) {
  fs::path path{std::string(name_or_path)};
  if (path.filename() == "launch.toml") path = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (is_source_in_kernel_folder(path)) return path.parent_path();
  if (!path.has_filename()) path = path.parent_path();  // "folder/"
  if (path.empty()) return std::nullopt;
  if (is_kernel_folder(path)) return path;
  const fs::path name = path.filename();
  const bool is_bundled_form = path == name || path == fs::path("kernels") / name;
  if (!is_bundled_form || name == "." || name == "..") return std::nullopt;
  fs::path bundled = shipped_file("kernels") / name;
  if (is_kernel_folder(bundled)) return bundled;
  return std::nullopt;
}

Description load_kernel(std::string_view name_or_path) {
  if (const auto folder = find_kernel_folder(name_or_path)) {
    Description description = read_description(*folder / "launch.toml");
    if (is_source_in_kernel_folder(name_or_path)) description.source = name_or_path;
    return description;
  }
  throw InputError(
      fmt::format("{}: no folder with a launch.toml, no .cu, .cl or .ptx file, and no bundled kernel{}; "
                  "forewarp corpus --no-features lists those",
                  name_or_path, did_you_mean(name_or_path, corpus_names())));
}

std::optional<Description> description_beside(const fs::path& source) {
  const fs::path folder = source.has_parent_path() ? source.parent_path() : fs::path(".");
  if (!is_kernel_folder(folder)) return std::nullopt;
  Description description = read_description(folder / "launch.toml");
  std::error_code ec;
  const bool is_named = fs::equivalent(description.source, source, ec);
  const bool is_made_of_it = source.extension() == ".ptx" && source.stem() == ptx_beside(description.source).stem();
  if (!is_named && !is_made_of_it) return std::nullopt;
  description.source = source;
  return description;
}

void check_compiled_for(const Description& description, const Overrides& overrides) {
  if (has_default_defines(description, overrides)) return;
  std::string defaults;
  for (const ParameterSpec& define : description.defines)
    defaults += fmt::format("{}{} = {}", defaults.empty() ? "" : ", ", define.name, define.value);
  throw InputError(fmt::format("{}: is compiled for {} already; name the source to have others",
                               description.source.string(), defaults));
}

std::string shipped_ptx_header(std::string_view source_text) {
  return fmt::format("{}{}\n", digest_mark, digest(source_text));
}

std::uint32_t shipped_registers(std::string_view ptx) {
  const std::size_t end = ptx.find('\n');
  return ptx.starts_with(digest_mark) && end != std::string_view::npos ? registers_in(ptx.substr(end + 1)) : 0;
}

std::string shipped_registers_line(std::uint32_t registers) { return fmt::format("{}{}\n", registers_mark, registers); }

std::optional<ShippedPtx> shipped_ptx(const Description& description, const Overrides& overrides) {
  std::error_code ec;
  const fs::path file = ptx_beside(description.source);
  if (description.source.empty() || !fs::is_regular_file(file, ec) || !fs::is_regular_file(description.source, ec))
    return std::nullopt;
  if (!has_default_defines(description, overrides)) return std::nullopt;
  std::string text = read_file(file, max_source_bytes);
  const std::string header = shipped_ptx_header(read_file(description.source, max_source_bytes));
  if (!text.starts_with(header)) return std::nullopt;
  const std::uint32_t registers = shipped_registers(text);
  return ShippedPtx{file, std::move(text), registers};
}

}  // namespace forewarp::launch
