// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/guess_again.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/launch/integer_roles.hpp"

namespace forewarp::launch {
namespace {

// A launch with guesses faulted: try again with other guesses. Dynamic shared memory doubles from 1 KiB to 128 KiB, so
// the first sufficient size is at most twice the needed one. After that it is 48 KiB, which every device has, and the
// other guesses are lowered in four steps. Example: the fault "shared address" at try 0 gives 1 KiB, at try 3 8 KiB.
constexpr unsigned shared_steps = 8;
constexpr std::uint64_t min_shared_bytes = 1024, usual_shared_bytes = 48 * 1024;

/// Upper bounds of the guesses, one step per try.
struct Step {
  bool all;               ///< every integer, not only trip counts
  std::int64_t integers;  ///< at most this
  double contents;        ///< contents that decide loops are below this
};
constexpr std::array steps{Step{false, 16, 8}, Step{false, 2, 2}, Step{true, 256, 2}, Step{true, 16, 2}};

void set_shared(SecondGuess& guess, std::uint64_t bytes) {
  guess.launch.dynamic_shared_bytes = bytes;
  guess.changes.push_back(fmt::format("dynamic shared memory is {} bytes (--shared BYTES sets it)", bytes));
}

bool is_integer(const Argument& argument) {
  const auto* scalar = std::get_if<Scalar>(&argument.value);
  return argument.guessed && scalar && !is_real(scalar->type) && ptx::size_of(scalar->type) >= 4;
}

void lower(Argument& argument, std::int64_t most, SecondGuess& guess) {
  auto& scalar = std::get<Scalar>(argument.value);
  if (decode(scalar.bits, scalar.type) <= static_cast<double>(most)) return;
  scalar.bits = encode(Number(most), scalar.type, argument.name);
  guess.changes.push_back(fmt::format("`{}` is {}", argument.name, most));
  guess.arguments.push_back(argument.name);
}

void lower_contents(Argument& argument, double below, SecondGuess& guess) {
  auto& buffer = std::get<Buffer>(argument.value);
  if (is_real(buffer.element) || buffer.fill.high <= below) return;
  buffer.fill.high = below;
  guess.changes.push_back(buffer.fill.kind == FillKind::iota
                              ? fmt::format("`{}` is 0, {}, {}, ...", argument.name, below, 2 * below)
                              : fmt::format("`{}` is uniform in [0, {})", argument.name, below));
  guess.arguments.push_back(argument.name);
}

}  // namespace

bool has_dynamic_shared(const ptx::Module& module, const ptx::Function& entry) {
  const auto open = [](const ptx::Variable& v) { return v.space == ptx::StateSpace::shared && v.elements == 0; };
  return std::any_of(module.variables.begin(), module.variables.end(), open) ||
         std::any_of(entry.variables.begin(), entry.variables.end(), open);
}

/// Stateless: `tried` alone selects the next step, and every step starts from the first guess. Steps that would change
/// nothing are skipped; no value when all are used up.
std::optional<SecondGuess> guess_again(const Launch& first, const ptx::Module& module, const ptx::Function& entry,
                                       unsigned tried, std::string_view fault) {
  if (!first.guessed_arguments) return std::nullopt;
  const bool shared = first.dynamic_shared_bytes == 0 && has_dynamic_shared(module, entry);
  const bool grows = shared && (tried > 0 || fault.find("shared address") != std::string_view::npos);
  if (grows && tried < shared_steps) {
    SecondGuess out{first, {}, {}, tried + 1};
    set_shared(out, min_shared_bytes << tried);
    return out;
  }
  const unsigned before = grows ? shared_steps : 0;
  const analysis::Dependence dependence = analysis::dependence_of(module, entry);
  const IntegerRoles roles = integer_roles(entry, dependence);
  const std::vector<Pointee> pointees = pointees_of(entry, dependence);
  for (unsigned s = tried - before; s < steps.size(); ++s) {
    SecondGuess out{first, {}, {}, before + s + 1};
    if (grows) set_shared(out, usual_shared_bytes);
    const std::size_t unchanged = out.changes.size();
    for (std::size_t i = 0; i < out.launch.arguments.size() && i < entry.parameters.size(); ++i) {
      Argument& argument = out.launch.arguments[i];
      if (is_integer(argument) && (steps[s].all || roles.trips.contains(i))) lower(argument, steps[s].integers, out);
      if (argument.guessed && std::holds_alternative<Buffer>(argument.value) &&
          (steps[s].all || pointees[i].decides_loop))
        lower_contents(argument, steps[s].contents, out);
    }
    if (out.changes.size() > unchanged) return out;
  }
  return std::nullopt;
}

}  // namespace forewarp::launch
