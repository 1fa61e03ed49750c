// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp {

/// A bundled kernel at its smallest launch, from the PTX that ships with it.
struct Small {
  ptx::Module module;
  launch::Launch launch;
};
inline Small small(const std::string& name) {
  const launch::Description description = launch::load_kernel(name);
  const auto shipped = launch::shipped_ptx(description);
  if (!shipped) throw InputError("no PTX ships with " + name);
  Small out{ptx::parse(shipped->text, shipped->file.string()), {}};
  out.launch = launch::launch_from(description, {.set = description.check}, out.module.find(description.entry));
  return out;
}

}  // namespace forewarp
