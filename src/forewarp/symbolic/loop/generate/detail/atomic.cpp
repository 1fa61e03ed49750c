// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/generate/detail/atomic.hpp"

#include <fmt/format.h>

#include <set>

#include "forewarp/support/error.hpp"

namespace forewarp::loop::detail {

namespace {

std::string word(Space space) { return space == Space::local ? "local" : "global"; }

std::string helper_name(Space space) { return fmt::format("atomic_add_f32_{}", word(space)); }

/// OpenCL 1.2 has no atomic addition of floats: compare and exchange of the bits in a loop. `now`
/// is the value believed to be in memory; the exchange returns what was there, and if that is
/// another value (another work-item was faster) the loop tries again with it. The first guess is 0,
/// which sums often start from: a plain load of what others change would be a race. A wrong first
/// guess costs one more turn.
std::string helper_text(Space space) {
  return fmt::format(
      "void {0}(volatile __{1} float *element, float value)\n"
      "{{\n"
      "  volatile __{1} uint *bits = (volatile __{1} uint *) element;\n"
      "  uint now = 0, seen;\n"
      "  do\n"
      "  {{\n"
      "    seen = now;\n"
      "    now = atomic_cmpxchg(bits, seen, as_uint(as_float(seen) + value));\n"
      "  }} while (now != seen);\n"
      "}}\n\n",
      helper_name(space), word(space));
}

}  // namespace

std::string atomic_addition(Target target, const Variable& array, const std::string& element,
                            const std::string& value) {
  if (target == Target::cpp) return fmt::format("{} += {};", element, value);
  if (array.type != Type::i32 && array.type != Type::f32)
    throw InputError(
        fmt::format("atomic additions are of i32 and f32; '{}' holds {}", array.name, name_of(array.type)));
  if (target == Target::cuda) return fmt::format("atomicAdd(&{}, {});", element, value);
  return fmt::format("{}(&{}, {});", array.type == Type::i32 ? "atomic_add" : helper_name(array.space), element, value);
}

std::string atomic_helpers(const Program& program, Target target) {
  std::set<Space> spaces;
  if (target != Target::opencl) return "";
  for (const Statement& s : program.statements)
    if (const Variable& v = program.variable(s.target->name); s.atomic && v.type == Type::f32) spaces.insert(v.space);
  std::string text;
  for (const Space space : spaces) text += helper_text(space);
  return text;
}

}  // namespace forewarp::loop::detail
