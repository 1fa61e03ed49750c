// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/demangle.hpp"

#include "forewarp/frontend/source/detail/demangler.hpp"

namespace forewarp::source {

std::optional<std::string> demangle(std::string_view mangled) {
  if (mangled.size() > detail::longest_name) return std::nullopt;
  try {
    return detail::Demangler(mangled).run();
  } catch (const detail::Unknown&) {
    return std::nullopt;
  }
}

}  // namespace forewarp::source
