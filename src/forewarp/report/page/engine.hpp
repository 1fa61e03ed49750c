// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The chart engine as text: modules of d3, and what draws with them. Pages and SVG files are drawn by the same one.
#include <string>
#include <string_view>

namespace forewarp::report {

/// A file that the build makes of d3's modules (cmake/ForewarpD3.cmake): "drawing.js" or "pages.js". Empty: no such
/// file.
[[nodiscard]] std::string_view d3_modules(std::string_view name);

/// The modules that drawing needs, which need no document: d3-array (ticks), format, interpolate, scale, shape.
[[nodiscard]] std::string_view d3_for_drawing();
/// These, and those for selections, zoom and brushes. They define a global `d3`, so they stand before other scripts.
[[nodiscard]] std::string d3_for_pages();
/// assets/engine*.js in order: ECMAScript 5 that needs d3_for_drawing(); its entry is chartFile().
[[nodiscard]] std::string chart_engine();

}  // namespace forewarp::report
