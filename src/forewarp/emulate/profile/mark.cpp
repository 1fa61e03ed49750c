// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/mark.hpp"

#include <algorithm>

namespace forewarp::profile {

bool is_of_guess(MarkKind kind) {
  switch (kind) {
    case MarkKind::work_contents:
    case MarkKind::work_value:
    case MarkKind::traffic_contents:
    case MarkKind::traffic_value:
    case MarkKind::guessed_struct:
    case MarkKind::guessed_again:
      return true;
    case MarkKind::empty:
    case MarkKind::overflow:
    case MarkKind::waits:
    case MarkKind::untimed:
    case MarkKind::beyond_end:
      return false;
  }
  return false;
}

bool is_lower_bound(MarkKind kind) { return kind == MarkKind::waits || kind == MarkKind::untimed; }

bool is_lower_bound(const std::vector<Mark>& marks) {
  return std::ranges::any_of(marks, [](const Mark& mark) { return is_lower_bound(mark.kind); });
}

std::string_view name_of(MarkKind kind) {
  switch (kind) {
    case MarkKind::empty:
      return "empty";
    case MarkKind::overflow:
      return "overflow";
    case MarkKind::work_contents:
      return "work_contents";
    case MarkKind::work_value:
      return "work_value";
    case MarkKind::traffic_contents:
      return "traffic_contents";
    case MarkKind::traffic_value:
      return "traffic_value";
    case MarkKind::guessed_struct:
      return "guessed_struct";
    case MarkKind::guessed_again:
      return "guessed_again";
    case MarkKind::waits:
      return "waits";
    case MarkKind::untimed:
      return "untimed";
    case MarkKind::beyond_end:
      return "beyond_end";
  }
  return "";
}

}  // namespace forewarp::profile
