// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a kernel's parameters are called, as far as a file shows it that is not compiled: so that a name that is wrong
/// is refused where it is given, and not at the first question.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/frontend/kernel/request.hpp"

namespace forewarp::kernel {

struct KnownParameters {
  std::string kernel;  ///< as messages call it
  std::vector<std::string> names;
};

/// Nothing where the names are known only after compiling (they come from a macro or a header), and where the file has
/// several kernels and none is named. Names that a launch.toml has are among them. Throws InputError for a file that
/// cannot be read and ParseError for PTX that cannot be.
[[nodiscard]] std::optional<KnownParameters> known_parameters(const Request& request);

/// Throws InputError for the first of the names that known_parameters() does not have, with near ones.
void check_argument_names(const Request& request, const std::vector<std::string>& given);

}  // namespace forewarp::kernel
