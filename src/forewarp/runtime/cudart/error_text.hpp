// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace forewarp::cudart {

/// How both APIs call an error. driver_name: nullptr where the driver API does not have it.
struct ErrorText {
  int number;
  const char* runtime_name;
  const char* driver_name;
  const char* text;
};

/// nullptr for a number that is no error's.
[[nodiscard]] const ErrorText* error_text(int number);

}  // namespace forewarp::cudart
