// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/line_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

constexpr std::size_t least_growth = 1 << 18, most_growth = std::size_t{1} << 26;

}  // namespace

LineFile::LineFile(const std::filesystem::path& file)
    : file_(open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644)) {
  if (file_ < 0) throw InputError(fmt::format("{}: the recording cannot be written", file.string()));
}

LineFile::~LineFile() { close(); }

/// The disk's room is reserved before it is mapped: a store to a page without room would end the process.
bool LineFile::grow(std::size_t needed) {
  const std::size_t room = room_ + std::clamp(std::max(needed, room_), least_growth, most_growth + needed);
  if (posix_fallocate(file_, 0, static_cast<off_t>(room)) != 0) return false;
  void* const data = data_ ? mremap(data_, room_, room, MREMAP_MAYMOVE)
                           : mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (data == MAP_FAILED) return false;
  data_ = static_cast<char*>(data);
  room_ = room;
  return true;
}

bool LineFile::add(std::string_view line) {
  if (file_ < 0) return true;
  const std::size_t needed = line.size() + 1;
  if (room_ - used_ < needed && !grow(needed)) {
    close();
    return false;
  }
  std::memcpy(data_ + used_, line.data(), line.size());
  data_[used_ + line.size()] = '\n';
  used_ += needed;
  return true;
}

void LineFile::close() {
  // Where cutting fails, zeros remain, which readers know.
  if (file_ >= 0 && ftruncate(file_, static_cast<off_t>(used_)) != 0) used_ = room_;
  abandon();
}

void LineFile::abandon() {
  if (data_) munmap(data_, room_);
  if (file_ >= 0) ::close(file_);
  data_ = nullptr;
  used_ = room_ = 0;
  file_ = -1;
}

}  // namespace forewarp::runtime
