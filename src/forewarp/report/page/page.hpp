// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A page of results: what the HTML writer shows, described without any HTML. One self-contained file comes out, with
/// the data inside; the drawing is done by assets/page.js in the reader's browser.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace forewarp::report {

/// What a column holds, and so how it is written: seconds as "1.2 ms", shares as "12 %", the rest as plain numbers.
enum class Unit : std::uint8_t { none, seconds, percent, share, watts, bytes };
[[nodiscard]] std::string_view name_of(Unit unit);
/// The unit that a heading's text means ("s", "%", "W", "B"), none for any other.
[[nodiscard]] Unit unit_of(std::string_view text);

using Value = std::variant<std::monostate, double, std::string>;

struct PageColumn {
  std::string name = {};
  Unit unit = Unit::none;
  bool difference = false;  ///< coloured by how far from 0 it is (percent)
  bool bar = false;         ///< a share, drawn as a bar behind the number
  bool place = false;       ///< "k.cu:15, PTX line 84": links to the lines of the page's listings
};

struct PageTable {
  std::string title = {}, caption = {};
  std::vector<PageColumn> columns = {};
  std::vector<std::vector<Value>> rows = {};
  /// Of the rows that have one, the detail of the timeline before that a click opens; empty: of none.
  std::vector<std::optional<std::size_t>> details = {};
};

struct Axis {
  std::string label = {};
  Unit unit = Unit::none;
  bool logarithmic = false;
};

/// One point, bar or cell. x is a number or the name of a category; low and high are the ends of a range.
struct Mark {
  Value x = {}, y = {};
  double value = 0;  ///< of a heat map's cell
  std::optional<double> low = {}, high = {};
  std::string label = {};  ///< shown with the values
  std::string name = {};   ///< written beside a point, or above the end of a roof
};

struct Series {
  enum class Style : std::uint8_t { points, line, step, dashed } style = Style::points;
  std::string name = {};
  std::string group = {};  ///< series of one group share a colour
  std::vector<Mark> marks = {};
};

struct Chart {
  enum class Kind : std::uint8_t {
    bars,          ///< a bar a category, along x; ranges as whiskers
    stacked_bars,  ///< the series of a category end to end
    points,        ///< numbers against numbers: points, lines, or both
    heat_map,      ///< categories or numbers against each other, Mark::value as colour
    parallel,      ///< one axis per column of `columns`, one line per row, coloured by the last column
    tree,          ///< a dendrogram: series 0 its leaves from top to bottom (x: number, y: name), series 1 its joins in
                   ///< order (x, y: what was joined, leaves first; value: at what height)
    multiples,     ///< of `columns`: the last one over each of the others, a small picture each
    surface        ///< Mark::value over x and y (numbers, a full grid), seen from above a corner
  } kind = Kind::bars;
  std::string title = {}, caption = {};
  Axis x = {}, y = {}, value = {};
  std::vector<Series> series = {};
  /// Lines y = slope * x, with a name each ("2 x"); on two logarithmic axes parallels of the diagonal.
  std::vector<std::pair<double, std::string>> slopes = {};
  bool numbers_in_cells = false;  ///< of a heat map
  bool low = false;               ///< of points: drawn with little height
  bool panels = false;            ///< of points: each group has a picture of its own, all with the same axes
  bool along = false;             ///< of points: lines are named along themselves, as roofs are
  double base = 0;                ///< of bars: where they begin
  bool falls = false;             ///< of a surface: highest where x and y are least, so seen from the other corner
  /// Lines across, at one x each: "this launch".
  std::vector<std::pair<double, std::string>> rules = {};
  /// Of parallel; of a heat map instead of series: the last column is the value, any two of the others span it, the
  /// axes name those it begins with.
  PageTable columns = {};
  /// The title of a table of the same section that has the rows of `columns`, which has none then: a page has them
  /// once.
  std::string rows_from = {};
  std::size_t values = 1;  ///< of such a heat map: number of trailing value columns, one shown at a time
};

/// Source text, with each line's share of one or several measures; the reader chooses which one colours the lines.
struct Listing {
  struct Line {
    std::uint64_t number = 0;
    std::string text = {};
    std::vector<double> shares = {};          ///< 0 .. 1, by measure; empty: none of any
    std::string detail = {};                  ///< "ld global: 300 sectors, 9.6 kB"
    std::uint64_t origin = 0;                 ///< the line of the listing before that this one was made from, 0: none
    std::vector<std::uint64_t> callers = {};  ///< lines of the first listing that it belongs to as well: calls inlined
    std::string note = {};                    ///< after the text: "inlined from term at line 15"
  };
  std::string title = {}, caption = {};
  std::vector<std::string> measures = {};  ///< "sectors moved"; the one to begin with first
  std::vector<Line> lines = {};
  bool beside = false;  ///< is shown beside the listing before, where there is room
};

struct Paragraph {
  std::string text = {};
};

struct Page;

/// What ran when: a lane per stream, spans in it, which the reader zooms; a click on a span shows its detail.
struct Timeline {
  /// What spans are: the launches of a kernel that are alike, copies of one kind, waits.
  struct What {
    enum class Kind : std::uint8_t { kernel, to_device, from_device, other_copy, fill, wait } kind = Kind::kernel;
    std::string name = {};
    std::size_t group = 0;  ///< kernels of one group share a colour
    std::optional<std::size_t> detail = {};
  };
  struct Span {
    double begin_s = 0, end_s = 0;
    std::size_t what = 0, count = 1;  ///< count: operations that are drawn as one
    double bytes = 0;
  };
  struct Lane {
    std::string name = {};
    std::vector<Span> spans = {};
  };
  struct Device {
    std::string name = {};
    double end_s = 0;
    std::vector<Lane> lanes = {};
  };
  std::string title = {}, caption = {};
  std::vector<What> whats = {};
  std::vector<Device> devices = {};
  std::vector<Page> details;
};

using Block = std::variant<Paragraph, PageTable, Chart, Listing, Timeline>;

/// The first screen: one sentence, shares as bars, the best change.
struct Answer {
  struct Bar {
    std::string name = {};  ///< "computation"
    double share = 0;       ///< 0 .. 1
    std::string text = {};  ///< what the share is of: "fp32"
  };
  /// One device, configuration or GPU: "RTX 4090", "1.82 ms", "issue".
  struct Row {
    std::string name = {}, value = {}, note = {};
    std::vector<Bar> bars = {};
  };
  struct Change {
    std::string gain = {}, title = {}, text = {}, place = {};
  };
  std::string sentence = {};
  std::string bars_title = {};
  std::vector<Row> rows = {};
  std::size_t left_out = 0;          ///< rows that only the tables have
  std::vector<Change> changes = {};  ///< best first
  std::string no_change = {};        ///< said where there is none
};

struct Section {
  std::string title = {};
  std::vector<Block> blocks = {};
  std::string device = {};  ///< shown when the reader chooses this one; empty: always
  bool folded = false;      ///< the reader opens it
};

struct Page {
  std::string title = {};
  std::optional<Answer> answer = {};
  std::vector<std::pair<std::string, std::string>> facts = {};  ///< "grid", "64 x 64"
  std::vector<Section> sections = {};
  std::vector<std::string> notes = {};
};

/// What the page's script reads.
[[nodiscard]] nlohmann::ordered_json page_json(const Page& page);
/// What the chart engine reads of one chart (assets/engine.js).
[[nodiscard]] nlohmann::ordered_json chart_json(const Chart& chart);
/// The whole file.
[[nodiscard]] std::string page_html(const Page& page);
/// The same file without data, for a frame of a live page: it shows the live_page_json() that the window around it
/// sends as {page: ...}, each in the place of the one before. `nonce` is that of the script in the response's content
/// security policy.
[[nodiscard]] std::string live_page_html(std::string_view nonce);
/// The colours of pages as CSS, light and dark.
[[nodiscard]] std::string_view page_colours();
/// page_json() with the words of the glossary that the page needs.
[[nodiscard]] nlohmann::ordered_json live_page_json(const Page& page);

}  // namespace forewarp::report
