// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "exec_save.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "forewarp/support/error.hpp"

namespace forewarp::tool {
namespace fs = std::filesystem;
namespace {

/// "500MB", "2GB", "1000000".
std::uint64_t bytes_of(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  for (const auto& [name, factor] : {std::pair{"", 1ULL}, {"kB", 1000ULL}, {"MB", 1000000ULL}, {"GB", 1000000000ULL}})
    if (error == std::errc() && unit == name && number <= (1ULL << 62) / factor) return number * factor;
  throw InputError(fmt::format("--save-limit {}: expected a number of bytes, kB, MB or GB: 500MB", text));
}

}  // namespace

void ExecSave::prepare() const {
  (void)bytes_of(limit);
  if (folder.empty()) return;
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed || !fs::is_directory(folder))
    throw InputError(fmt::format("--save {}: the folder cannot be made{}{}", folder, failed ? ": " : "",
                                 failed ? failed.message() : ""));
  if (!fs::is_empty(folder))
    throw InputError(fmt::format("--save {}: the folder has something in it; name a new one", folder));
}

void ExecSave::set(runtime::Options& options) const {
  if (!folder.empty()) options.save_folder = fs::absolute(folder).string();
  options.max_saved_bytes = bytes_of(limit);
}

/// A program that was killed may leave a launch that is not complete.
void ExecSave::report() const {
  if (folder.empty()) return;
  std::size_t launches = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const bool complete = !entry.path().filename().string().starts_with(".");
    launches += complete ? 1 : 0;
    if (!complete) fs::remove_all(entry.path());
  }
  fmt::print(stderr, "saved {} {} in {}\n", launches, launches == 1 ? "launch" : "launches", folder);
}

void add_save_options(const Command& command, ExecSave& save) {
  const Option folder = command.add_option("--save", save.folder);
  command.add_option("--save-limit", save.limit).needs(folder);
}

}  // namespace forewarp::tool
