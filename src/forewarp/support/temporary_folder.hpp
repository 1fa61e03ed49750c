// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string_view>

namespace forewarp {

/// A fresh folder under TMPDIR (else /tmp), removed with its contents when the object is destroyed.
class TemporaryFolder {
 public:
  /// The purpose becomes part of the folder's name: "forewarp-PURPOSE-XXXXXX". Throws Unavailable with the folder's
  /// name when it cannot be made.
  explicit TemporaryFolder(std::string_view purpose = {});
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(const std::filesystem::path& file) const { return path_ / file; }

 private:
  std::filesystem::path path_;
};

}  // namespace forewarp
