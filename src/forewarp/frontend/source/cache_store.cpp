// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/cache_store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
using namespace std::chrono_literals;
namespace {

constexpr std::string_view magic = "forewarp-cache-1 ";
constexpr std::size_t digest_digits = 32;
constexpr std::string_view kept_ending = ".kept";
constexpr unsigned puts_between_evictions = 64;

// Held while an entry is made, so that of several processes one compiles. The holder removes the file at the end; the
// waiting processes then find the entry.
class EntryLock {
 public:
  explicit EntryLock(fs::path path) : path_(std::move(path)) {
    fd_ = ::open(path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (fd_ >= 0) ::flock(fd_, LOCK_EX);
  }
  ~EntryLock() {
    if (fd_ < 0) return;
    ::unlink(path_.c_str());
    ::close(fd_);
  }
  EntryLock(const EntryLock&) = delete;
  EntryLock& operator=(const EntryLock&) = delete;

 private:
  fs::path path_;
  int fd_ = -1;
};

std::string why_unusable(const fs::path& folder) {
  std::error_code ec;
  fs::create_directories(folder, ec);
  if (ec) return fmt::format("no cache: {}: {}", folder.string(), ec.message());
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return fmt::format("no cache: {}: not writable", folder.string());
  return "";
}

}  // namespace

std::optional<fs::path> default_cache_folder() {
  const auto set = [](const char* name) -> const char* {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : nullptr;
  };
  if (const char* own = set("FOREWARP_CACHE"))
    return std::string_view(own) == "off" ? std::nullopt : std::optional<fs::path>(own);
  if (const char* xdg = set("XDG_CACHE_HOME")) return fs::path(xdg) / "forewarp";
  if (const char* home = set("HOME")) return fs::path(home) / ".cache" / "forewarp";
  return std::nullopt;
}

CacheStore::CacheStore(std::optional<fs::path> folder, std::uintmax_t max_bytes)
    : folder_(std::move(folder)), max_bytes_(max_bytes) {
  if (!folder_) return;
  *folder_ /= "source";
  note_ = why_unusable(*folder_);
  if (!note_.empty()) folder_.reset();
}

std::optional<fs::path> CacheStore::kept_file(std::string_view key) const {
  if (!folder_) return std::nullopt;
  return file(fmt::format("{}{}", key, kept_ending));
}

/// An entry has a digest of its text, so truncated files count as missing. Its time of last use is its file time.
std::optional<std::string> CacheStore::get(std::string_view key) const {
  if (!folder_) return std::nullopt;
  std::error_code ec;
  const fs::path path = file(key);
  if (!fs::is_regular_file(path, ec)) return std::nullopt;
  std::string whole;
  try {
    whole = read_file(path);
  } catch (const InputError&) {
    return std::nullopt;  // evicted between the check and the read
  }
  const std::size_t head = magic.size() + digest_digits + 1;
  if (whole.size() < head || !whole.starts_with(magic)) return std::nullopt;
  std::string text = whole.substr(head);
  if (whole.compare(magic.size(), digest_digits, digest(text)) != 0) return std::nullopt;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ec);
  return text;
}

/// Written to a file of its own and renamed: readers see the whole entry or none.
void CacheStore::put(std::string_view key, std::string_view text) {
  if (!folder_) return;
  static std::atomic<unsigned> serial = 0;
  const fs::path mine = file(fmt::format("{}.{}.{}.new", key, ::getpid(), serial++));
  std::error_code ec;
  try {
    write_file(mine, fmt::format("{}{}\n{}", magic, digest(text), text));
    fs::rename(mine, file(key), ec);
  } catch (const InputError&) {
    return;
  }
  if (ec) fs::remove(mine, ec);
  if (puts_++ % puts_between_evictions == 0) evict();
}

/// Looks again after taking the lock, since another process may have made the entry meanwhile.
std::string CacheStore::get_or_make(std::string_view key, const std::function<std::string()>& make) {
  if (auto text = get(key)) return *text;
  if (!folder_) return make();
  const EntryLock lock(file(fmt::format("{}.lock", key)));
  if (auto text = get(key)) return *text;
  std::string text = make();
  put(key, text);
  return text;
}

/// Removes the least recently used entries until 4/5 of the limit are left, so that eviction is rare.
void CacheStore::evict() const {
  if (!folder_) return;
  std::vector<std::tuple<fs::file_time_type, std::uintmax_t, fs::path>> entries;
  std::uintmax_t total = 0;
  std::error_code ec;
  for (fs::directory_iterator it(*folder_, ec), end; !ec && it != end; it.increment(ec)) {
    std::error_code gone;
    const auto size = it->file_size(gone);
    const auto time = it->last_write_time(gone);
    const bool in_use = it->path().extension() == kept_ending && fs::file_time_type::clock::now() - time < 24h;
    if (gone || in_use) continue;
    entries.emplace_back(time, size, it->path());
    total += size;
  }
  if (total <= max_bytes_) return;
  std::ranges::sort(entries);
  for (const auto& [time, size, path] : entries) {
    if (total <= max_bytes_ / 5 * 4) break;
    if (fs::remove(path, ec)) total -= size;
  }
}

}  // namespace forewarp::source
