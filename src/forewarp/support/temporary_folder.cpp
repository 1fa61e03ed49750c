// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/temporary_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp {

TemporaryFolder::TemporaryFolder(std::string_view purpose) {
  const char* base = std::getenv("TMPDIR");
  std::string pattern = fmt::format("{}/forewarp-{}{}XXXXXX", base != nullptr && *base != '\0' ? base : "/tmp", purpose,
                                    purpose.empty() ? "" : "-");
  if (::mkdtemp(pattern.data()) == nullptr)
    throw Unavailable(fmt::format("{}: cannot make a temporary folder: {}", pattern, std::strerror(errno)));
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ec;
  std::filesystem::remove_all(path_, ec);
}

}  // namespace forewarp
