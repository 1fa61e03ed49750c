// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A chart as an SVG file, drawn by the engine that draws the charts of pages (report/page/engine.hpp). The engine is
/// JavaScript; here Duktape runs it. Data go in as JSON text alone, and nothing but text comes out: the engine has no
/// access to files, the network or the clock, so that equal charts are equal bytes.
#include <string>

#include "forewarp/report/page/page.hpp"

namespace forewarp::papers {

/// `width` in pixels; the height follows from what is drawn. Throws InputError where the chart has nothing to draw.
[[nodiscard]] std::string chart_file(const report::Chart& chart, double width = 640);

}  // namespace forewarp::papers
