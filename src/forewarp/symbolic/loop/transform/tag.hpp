// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// tag LOOP:TAG, LOOP:TAG ...
#include <map>
#include <string_view>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// "g.0" "l.2" (axes 0 to 2), "unroll", "for". Throws InputError for anything else.
[[nodiscard]] LoopTag tag_named(std::string_view text);

/// Says what runs the iterations of loops. Legal where no statement has two loops on one axis, where what is unrolled
/// has a constant number of iterations (at most 1024), where no reduction's loop goes to work-items, and where no two
/// work-items would meet at an element that one of them writes (a race: race.hpp). A statement that fills local memory
/// for others gains their group loops: every group fills its own. Throws InputError.
[[nodiscard]] Program tag(const Program& program, const std::map<std::string, LoopTag>& tags);

}  // namespace forewarp::loop
