// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/csv.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/near_file.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::table {
namespace {

std::optional<double> number(std::string_view cell) {
  cell = trimmed(cell, " ");
  if (cell.empty() || cell == "NA" || cell == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (cell.front() == '+') cell.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

std::variant<Table::Numbers, Table::Texts> typed(Table::Texts&& cells) {
  Table::Numbers numbers;
  numbers.reserve(cells.size());
  bool any = false;
  for (const std::string& cell : cells) {
    const auto value = number(cell);
    if (!value) return std::move(cells);
    any = any || !std::isnan(*value);
    numbers.push_back(*value);
  }
  if (!any && !cells.empty()) return std::move(cells);  // nothing but empty cells: leave them as they are
  return numbers;
}

}  // namespace

Table parse_csv(std::string_view text, std::string_view file_name) {
  CsvReader records(text, file_name);
  if (records.done()) records.fail(1, "there is no header");
  const std::vector<std::string> names = records.next();
  std::vector<Table::Texts> columns(names.size());
  while (!records.done()) {
    const std::uint32_t line = records.line();
    std::vector<std::string> cells = records.next();
    if (cells.size() == 1 && cells[0].empty() && names.size() > 1) continue;  // an empty line
    if (cells.size() != names.size())
      records.fail(line, fmt::format("{} cells where the header has {}", cells.size(), names.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i].push_back(std::move(cells[i]));
  }
  Table table;
  for (std::size_t i = 0; i < names.size(); ++i) {
    Heading heading = parse_heading(names[i]);
    if (table.has(heading.name)) records.fail(1, fmt::format("column '{}' is given twice", heading.name));
    table.add(std::move(heading.name), typed(std::move(columns[i])), std::move(heading.unit));
  }
  return table;
}

std::string csv_text(const Table& table) {
  std::string text;
  const std::size_t count = table.columns().size();
  const auto end = [&](std::size_t i) { text += i + 1 == count ? '\n' : ','; };
  for (std::size_t i = 0; i < count; ++i) {
    text += csv_field(heading(table.columns()[i]));
    end(i);
  }
  for (std::size_t row = 0; row < table.rows(); ++row)
    for (std::size_t i = 0; i < count; ++i) {
      const std::string cell = csv_field(cell_text(table.columns()[i], row));
      text += count == 1 && cell.empty() ? "\"\"" : cell;  // an empty line would be no row
      end(i);
    }
  return text;
}

std::string gzip(std::string_view bytes) {
  z_stream stream = {};
  constexpr int gzip_wrapping = 15 + 16;
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_wrapping, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw InputError("zlib has no memory to compress");
  std::string packed, chunk(std::size_t{1} << 16, '\0'), input(bytes.substr(0, 0));
  int status = Z_OK;
  while (status == Z_OK) {
    if (stream.avail_in == 0 && !bytes.empty()) {  // avail_in has 32 bits
      input = bytes.substr(0, std::size_t{1} << 24);
      bytes.remove_prefix(input.size());
      stream.next_in = reinterpret_cast<Bytef*>(input.data());
      stream.avail_in = static_cast<uInt>(input.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    packed.append(chunk, 0, chunk.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  FOREWARP_ASSERT(status == Z_STREAM_END, "deflate takes any bytes");
  return packed;
}

void write_csv(const Table& table, const std::filesystem::path& file) {
  const std::string text = csv_text(table);
  write_file(file, file.extension() == ".gz" ? gzip(text) : text);
}

std::string read_gzip(const std::filesystem::path& file, std::size_t max_bytes) {
  struct Close {
    void operator()(gzFile f) const { gzclose(f); }
  };
  const std::unique_ptr<gzFile_s, Close> in(gzopen(file.c_str(), "rb"));
  if (!in) throw InputError(fmt::format("cannot read '{}'{}", file.string(), did_you_mean_file(file)));
  std::string bytes, chunk(std::size_t{1} << 16, '\0');
  for (;;) {
    const int got = gzread(in.get(), chunk.data(), static_cast<unsigned>(chunk.size()));
    if (got < 0) throw InputError(fmt::format("'{}' is not a whole gzip file", file.string()));
    if (got == 0) break;
    bytes.append(chunk, 0, static_cast<std::size_t>(got));
    if (bytes.size() > max_bytes)
      throw InputError(fmt::format("'{}' unpacks to more than {} bytes", file.string(), max_bytes));
  }
  int status = Z_OK;
  gzerror(in.get(), &status);  // a file cut short reads as ended
  if (status != Z_OK && status != Z_STREAM_END)
    throw InputError(fmt::format("'{}' is not a whole gzip file", file.string()));
  return bytes;
}

Table read_csv(const std::filesystem::path& file, std::size_t max_bytes) {
  const std::string text = file.extension() == ".gz" ? read_gzip(file, max_bytes) : read_file(file, max_bytes);
  return parse_csv(text, file.string());
}

}  // namespace forewarp::table
