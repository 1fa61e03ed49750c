// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/liveness.hpp"
#include "forewarp/frontend/ptx/compare.hpp"
#include "forewarp/frontend/ptx/inline_frames.hpp"
#include "forewarp/frontend/ptx/instrument.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/ptx/printer.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::test {

/// What must hold of any bytes: parse refuses them with ParseError, or printing and parsing again gives an equal module
/// and control flow and liveness can be found, and it parses with block counters in it, and
/// instructions have no endless stack of inlined functions. Nothing when it holds, else what went wrong.
inline std::optional<std::string> ptx_failure(const std::string& text) {
  ptx::Module module;
  try {
    module = ptx::parse(text, "fuzz.ptx");
  } catch (const ParseError&) {
    return std::nullopt;
  }
  const std::string printed = ptx::print(module);
  try {
    if (const auto difference = ptx::first_difference(module, ptx::parse(printed, "printed.ptx")))
      return *difference + " differs in:\n" + printed;
  } catch (const ParseError& error) {
    return std::string(error.what()) + " in:\n" + printed;
  }
  if (module.address_size == 64) {
    const std::string counting = ptx::instrument(module).ptx;
    try {
      (void)ptx::parse(counting, "counting.ptx");
    } catch (const ParseError& error) {
      return std::string(error.what()) + " in:\n" + counting;
    }
  }
  const ptx::InlineFrames frames(module);
  for (const ptx::Function& function : module.functions)
    for (std::size_t i = 0; i < function.body.size() && i < 1000; ++i)
      if (frames.of(function, function.body[i]).size() > 16) return "an instruction has more frames than may be";
  for (const ptx::Function& function : module.functions)
    if (function.body.size() < 10000) static_cast<void>(analysis::estimate_registers(module, function));
  return std::nullopt;
}

}  // namespace forewarp::test
