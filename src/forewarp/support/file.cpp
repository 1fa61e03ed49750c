// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/near_file.hpp"

namespace forewarp {
namespace fs = std::filesystem;

std::string read_file(const fs::path& path, std::size_t max_bytes) {
  std::error_code ec;
  if (fs::is_directory(path, ec))
    throw InputError(fmt::format("{}: is a directory, a file was expected", path.string()));
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    const std::string why = std::strerror(errno);
    throw InputError(fmt::format("{}: cannot read: {}{}", path.string(), why, did_you_mean_file(path)));
  }
  std::string bytes;
  char chunk[1 << 16];
  while (in.read(chunk, sizeof chunk) || in.gcount() > 0) {
    bytes.append(chunk, static_cast<std::size_t>(in.gcount()));
    if (bytes.size() > max_bytes) throw InputError(fmt::format("{}: larger than {} bytes", path.string(), max_bytes));
  }
  return bytes;
}

namespace {

/// A pipe, a device or a link would be lost if a file took its place: /dev/stdout is one.
bool must_stay(const fs::path& path) {
  std::error_code ec;
  return fs::is_symlink(path, ec) || (fs::exists(path, ec) && !fs::is_regular_file(path, ec));
}

}  // namespace

void write_file(const fs::path& path, std::string_view bytes) {
  const bool in_place = must_stay(path);
  fs::path beside = path;
  if (!in_place) beside += fmt::format(".{}.partial", ::getpid());
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code ec;
  if (out && !in_place) fs::rename(beside, path, ec);
  if (!out || ec) {
    const std::string why = ec ? ec.message() : std::string(std::strerror(errno));
    if (!in_place) fs::remove(beside, ec);
    throw InputError(fmt::format("{}: cannot write: {}", path.string(), why));
  }
}

std::string digest(std::string_view bytes) {
  __extension__ using u128 = unsigned __int128;
  u128 h = (u128{0x6c62272e07bb0142} << 64) | 0x62b821756295c58d;
  const u128 prime = (u128{0x0000000001000000} << 64) | 0x000000000000013b;
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * prime;
  return fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(h >> 64), static_cast<std::uint64_t>(h));
}

}  // namespace forewarp
