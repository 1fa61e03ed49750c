// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "forewarp/support/error.hpp"

namespace forewarp {
namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

MappedBytes map_file(const std::filesystem::path& path, MapPages pages) {
  const Descriptor file(path);
  struct stat about {};
  if (file.get() < 0 || ::fstat(file.get(), &about) != 0)
    throw InputError(fmt::format("{}: {}", path.string(), std::strerror(errno)));
  if (!S_ISREG(about.st_mode)) throw InputError(fmt::format("{}: is not a file", path.string()));
  if (about.st_size == 0) throw InputError(fmt::format("{}: is empty", path.string()));
  const auto size = static_cast<std::size_t>(about.st_size);
  const int flags = MAP_PRIVATE | (pages == MapPages::all ? MAP_POPULATE : 0);
  void* const at = ::mmap(nullptr, size, PROT_READ, flags, file.get(), 0);
  if (at == MAP_FAILED) throw InputError(fmt::format("{}: {}", path.string(), std::strerror(errno)));
  return {{static_cast<const std::byte*>(at), size},
          std::shared_ptr<const void>(at, [size](const void* p) { ::munmap(const_cast<void*>(p), size); })};
}

}  // namespace forewarp
