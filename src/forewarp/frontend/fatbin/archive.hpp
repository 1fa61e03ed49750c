// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Static libraries: the format of ar(1), with long names as GNU's and BSD's ar write them.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/byte_place.hpp"

namespace forewarp::fatbin {

struct Member {
  std::string name;
  std::uint64_t offset = 0;  ///< of its bytes in the archive
  std::string_view bytes;
};

[[nodiscard]] bool is_archive(std::string_view bytes);
/// The files in it, without its tables. Throws InputError where a member leaves the bytes, and for a thin archive,
/// which only names its files.
[[nodiscard]] std::vector<Member> members_of(std::string_view bytes, const BytePlace& place);

}  // namespace forewarp::fatbin
