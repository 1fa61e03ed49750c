// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace forewarp::source {

/// A fresh folder under TMPDIR (else /tmp), removed with what is in it when the object dies.
class TemporaryFolder {
 public:
  /// Throws Unavailable naming the folder when none can be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace forewarp::source
