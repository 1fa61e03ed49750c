// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/detail/preprocessed.hpp"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/source/command.hpp"
#include "forewarp/frontend/source/detail/line_marker.hpp"
#include "forewarp/frontend/source/detail/run_job.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
namespace {

// Text of a cache key. Each part follows its length, so different lists of parts give different texts: "2:ab;1:c;".
class KeyText {
 public:
  KeyText& add(std::string_view part) {
    text_ += fmt::format("{}:{};", part.size(), part);
    return *this;
  }
  KeyText& add(const std::vector<std::string>& parts) {
    add(std::to_string(parts.size()));
    for (const std::string& p : parts) add(p);
    return *this;
  }
  [[nodiscard]] std::string key() const { return digest(text_); }

 private:
  std::string text_;
};

/// The flags that are ours, without those that name files: another version of forewarp may have others.
std::vector<std::string> own_flags(const Job& job) {
  Job bare = job;
  bare.options = {};
  bare.options.amd_target = job.options.amd_target;
  bare.precompiled_header.clear();
  std::vector<std::string> flags = command(bare, Action::compile, {});
  std::erase_if(flags, [](const std::string& flag) { return flag.empty() || flag.find('/') != std::string::npos; });
  return flags;
}

KeyText compiler_part(const Job& job, std::string_view kind) {
  KeyText key;
  key.add(kind).add(job.toolchain.identity).add(job.arch.arch.str()).add(std::to_string(int(job.language)));
  if (!job.options.amd_target.empty()) key.add(job.options.amd_target);
  if (is_clang_for_nvidia(job)) key.add(more_unrolling()).add("arrays of two words").add(own_side_alone());
  if (is_clang_for_nvidia(job) && job.language == Language::opencl)
    key.add("pragma of required blocks").add("kernels alone");
  return key.add(own_flags(job)).add(job.options.extra_flags);
}

}  // namespace

fs::path toolkit_of(const Job& job) {
  std::error_code ec;
  const fs::path real = fs::canonical(job.toolchain.executable, ec);
  return job.toolchain.kind == CompilerKind::nvcc && !ec ? real.parent_path().parent_path() : fs::path();
}

/// The user's files among those that the preprocessor's line markers name; the toolkit's own are in its identity.
std::vector<fs::path> dependencies_in(std::string_view text, const fs::path& toolkit) {
  std::set<fs::path> files;
  std::string last;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto marker = line_marker(text.substr(at, end - at));
    at = end + 1;
    if (!marker || marker->file == last) continue;
    last = marker->file;
    if (auto file = users_file(*marker, toolkit)) files.insert(*std::move(file));
  }
  return {files.begin(), files.end()};
}

/// Key of the request alone (source text and options); the files it includes are checked by the manifest.
std::string request_key(const Job& job) {
  KeyText key = compiler_part(job, job.options.many_variants ? "variant request" : "request");
  key.add(fs::absolute(job.options.path).string()).add(read_file(job.options.path));
  key.add(job.options.defines).add(job.options.instantiate);
  for (const fs::path& dir : job.options.include_dirs) key.add(fs::absolute(dir).string());
  return key.key();
}

Preprocessed preprocess(const Job& job) {
  JobOutput out = run_job(job, Action::preprocess);
  const fs::path toolkit = toolkit_of(job);
  Preprocessed result{compiler_part(job, "ptx").add(out.text).key(), dependencies_in(out.text, toolkit),
                      texts_in(out.text, toolkit)};
  result.expanded = std::move(out.text);
  return result;
}

std::string manifest_of(const Preprocessed& preprocessed) {
  nlohmann::json files = nlohmann::json::object();
  for (const fs::path& p : preprocessed.dependencies) files[p.string()] = digest(read_file(p));
  const nlohmann::json manifest = {{"key", preprocessed.key}, {"files", files}};
  return manifest.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The key of the last preprocessing, if no file that it read has changed: saves running the preprocessor.
std::optional<std::string> key_if_unchanged(const std::string& manifest) {
  const nlohmann::json read = nlohmann::json::parse(manifest, nullptr, false);
  if (read.is_discarded()) return std::nullopt;
  try {
    for (const auto& [path, content] : read.at("files").items())
      if (digest(read_file(path)) != content.get<std::string>()) return std::nullopt;
    return read.at("key").get<std::string>();
  } catch (const InputError&) {
    return std::nullopt;  // a missing file counts as changed
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace forewarp::source
