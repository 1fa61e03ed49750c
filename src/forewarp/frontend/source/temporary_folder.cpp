// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/temporary_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::source {

TemporaryFolder::TemporaryFolder() {
  const char* base = std::getenv("TMPDIR");
  std::string pattern = fmt::format("{}/forewarp-XXXXXX", base != nullptr && *base != '\0' ? base : "/tmp");
  if (::mkdtemp(pattern.data()) == nullptr)
    throw Unavailable(fmt::format("{}: cannot make a temporary folder: {}", pattern, std::strerror(errno)));
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ec;
  std::filesystem::remove_all(path_, ec);
}

}  // namespace forewarp::source
