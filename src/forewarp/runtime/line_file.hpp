// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A file to which a process appends lines, and which has every whole line even if the process is killed at any moment:
/// lines are copied into shared memory that is the file, so nothing waits in the process. Behind the lines the file has
/// zeros until it is closed; readers stop at the first one.
#include <cstddef>
#include <filesystem>
#include <string_view>

namespace forewarp::runtime {

class LineFile {
 public:
  /// Throws InputError where the file exists or cannot be made.
  explicit LineFile(const std::filesystem::path& file);
  ~LineFile();
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  /// False where the disk is full: the file then has the lines until here, and nothing more is written.
  bool add(std::string_view line);
  /// Cuts the zeros off. Nothing is written after that.
  void close();
  /// Nothing more is written, and the file is left alone: in a forked child it is the parent's.
  void abandon();

 private:
  [[nodiscard]] bool grow(std::size_t needed);

  int file_ = -1;
  char* data_ = nullptr;
  std::size_t used_ = 0, room_ = 0;
};

}  // namespace forewarp::runtime
