// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/engine.hpp"

#include "forewarp/report/page/assets.hpp"

namespace forewarp::report {

std::string_view d3_for_drawing() { return d3_modules("drawing.js"); }

std::string d3_for_pages() { return std::string(d3_modules("drawing.js")) + std::string(d3_modules("pages.js")); }

std::string chart_engine() {
  std::string all;
  for (const char* name :
       {"engine_text.js", "engine_scales.js", "engine_points.js", "engine_bars.js", "engine_other.js", "engine.js"})
    all += asset(name);
  return all;
}

}  // namespace forewarp::report
