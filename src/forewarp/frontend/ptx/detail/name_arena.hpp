// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::ptx::detail {

/// Keeps made-up names alive for as long as the module: packed into chunks that never move.
class NameArena {
 public:
  using Chunks = std::vector<std::unique_ptr<std::string>>;
  explicit NameArena(Chunks& chunks) : chunks_(chunks) {}

  [[nodiscard]] std::string_view keep(std::string_view name) {
    constexpr std::size_t chunk_bytes = 4096;
    if (chunks_.empty() || chunks_.back()->capacity() - chunks_.back()->size() < name.size()) {
      chunks_.push_back(std::make_unique<std::string>());
      chunks_.back()->reserve(name.size() > chunk_bytes ? name.size() : chunk_bytes);
    }
    std::string& chunk = *chunks_.back();
    const std::size_t at = chunk.size();
    chunk.append(name);
    return std::string_view(chunk).substr(at);
  }

 private:
  Chunks& chunks_;
};

}  // namespace forewarp::ptx::detail
