// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "exec_save.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <vector>

#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

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

/// "folder,launches": of the program itself. A launch that did more or less than the first one of its shape counts in
/// proportion.
std::string counts_csv(const fs::path& folder, const runtime::ProgramRun& run) {
  std::string text = "folder,launches\n";
  if (run.recordings.empty()) return text;
  const runtime::Recording& recording = run.recordings.front();
  std::map<std::size_t, double> counts;
  for (const runtime::Operation& o : recording.operations)
    if (o.kind == runtime::Operation::Kind::launch) counts[o.distinct] += o.factor;
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  for (const auto& [id, count] : counts) {
    const std::string number = fmt::format("{:02}-", id);
    const auto named = std::ranges::find_if(names, [&](const std::string& name) { return name.starts_with(number); });
    if (named != names.end()) text += fmt::format("{},{}\n", csv_field(*named), count);
  }
  return text;
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
void ExecSave::report(const runtime::ProgramRun& run) const {
  if (folder.empty()) return;
  write_file(fs::path(folder) / "launches.csv", counts_csv(folder, run));
  std::size_t launches = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_directory()) continue;
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
