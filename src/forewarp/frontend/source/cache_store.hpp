// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Texts by key in a folder that processes share. Keys are digests of everything a text depends on, so entries never go
/// stale; they only grow old, and the oldest go when the folder outgrows its limit.
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace forewarp::source {

/// FOREWARP_CACHE, else XDG_CACHE_HOME/forewarp, else ~/.cache/forewarp; nothing when FOREWARP_CACHE is "off" or there
/// is no home.
[[nodiscard]] std::optional<std::filesystem::path> default_cache_folder();

class CacheStore {
 public:
  /// A folder that cannot be made or written leaves a store that holds nothing, and note() gives the reason.
  explicit CacheStore(std::optional<std::filesystem::path> folder = default_cache_folder(),
                      std::uintmax_t max_bytes = std::uintmax_t{512} << 20);

  [[nodiscard]] bool usable() const { return folder_.has_value(); }
  /// Why there is no cache; empty when there is one or none was wanted.
  [[nodiscard]] const std::string& note() const { return note_; }

  /// Path of the file of a key that others write themselves and that evict() leaves for a day after its last use;
  /// nothing when there is no folder.
  [[nodiscard]] std::optional<std::filesystem::path> kept_file(std::string_view key) const;

  /// The text, or nothing; a damaged entry counts as none. Reading makes an entry young again.
  [[nodiscard]] std::optional<std::string> get(std::string_view key) const;

  /// Keeps the text: atomically, so that no reader sees half of it. A full disk is no error: the text is just not kept.
  void put(std::string_view key, std::string_view text);

  /// get(key), else make() and put(), with other processes and threads that want the same key waiting for the first.
  [[nodiscard]] std::string get_or_make(std::string_view key, const std::function<std::string()>& make);

  /// Removes the oldest entries until at most four fifths of the limit are in use, if the limit is exceeded.
  void evict() const;

 private:
  [[nodiscard]] std::filesystem::path file(std::string_view key) const { return *folder_ / std::string(key); }

  std::optional<std::filesystem::path> folder_;
  std::uintmax_t max_bytes_;
  std::string note_;
  std::atomic<unsigned> puts_ = 0;
};

}  // namespace forewarp::source
