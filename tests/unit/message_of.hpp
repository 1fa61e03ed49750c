// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The text of the exception that an action throws.
#include <string>

#include "forewarp/support/error.hpp"

namespace forewarp::testing {

/// Says so where nothing is thrown; an exception of another kind passes through and fails the test.
template <typename Exception = InputError, typename Action>
std::string message_of(const Action& action) {
  try {
    action();
  } catch (const Exception& error) {
    return error.what();
  }
  return "nothing is thrown";
}

}  // namespace forewarp::testing
