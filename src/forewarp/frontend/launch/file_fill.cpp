// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/file_fill.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/near_file.hpp"

namespace forewarp::launch {
namespace {

class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ < 0) {
      const std::string why = std::strerror(errno);
      throw InputError(fmt::format("{}: cannot read: {}{}", path, why, did_you_mean_file(path)));
    }
  }
  ~OpenFile() { ::close(descriptor_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  [[nodiscard]] std::uint64_t size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode))
      throw InputError(fmt::format("{}: is not a regular file", path_));
    return static_cast<std::uint64_t>(status.st_size);
  }

  void read(std::uint64_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
      const ssize_t got = ::pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) throw InputError(fmt::format("{}: cannot read at byte {}", path_, offset));
      out = out.subspan(static_cast<std::size_t>(got));
      offset += static_cast<std::uint64_t>(got);
    }
  }

 private:
  std::string path_;
  int descriptor_;
};

}  // namespace

PageSource file_source(const Buffer& buffer) {
  auto file = std::make_shared<const OpenFile>(buffer.fill.path);
  const std::uint64_t size = file->size(), needed = buffer.bytes();
  if (size < needed)
    throw InputError(fmt::format("{}: has {} bytes, {} elements of {} need {}", buffer.fill.path, size, buffer.count,
                                 ptx::name_of(buffer.element), needed));
  // A page at the end of a buffer may reach past the buffer, and so past the file: what is there is zero.
  return [file, needed](std::uint64_t offset, std::span<std::byte> out) {
    const std::uint64_t there = offset < needed ? std::min<std::uint64_t>(out.size(), needed - offset) : 0;
    file->read(offset, out.first(there));
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(there), out.end(), std::byte{});
  };
}

}  // namespace forewarp::launch
