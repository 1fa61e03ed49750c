// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The ways in which a symbolic question can fail, by name: bad text is a ParseError of support.
#include "forewarp/support/error.hpp"

namespace forewarp::symbolic {

/// A bound on time, on size or on the width of numbers was passed; the message names the bound. The question may have
/// an answer, but not within what was allowed.
class LimitExceeded : public InputError {
 public:
  using InputError::InputError;
};

/// The set has no finite number of integer points for some parameters.
class Unbounded : public InputError {
 public:
  using InputError::InputError;
};

}  // namespace forewarp::symbolic
