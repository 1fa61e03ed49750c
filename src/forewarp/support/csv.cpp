// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/csv.hpp"

#include "forewarp/support/error.hpp"

namespace forewarp {

std::vector<std::string> CsvReader::next() {
  std::vector<std::string> fields(1);
  while (!done()) {
    const char c = text_[at_];
    if (c == '"') {
      read_quoted(fields.back());
      continue;
    }
    ++at_;
    if (c == ',') {
      fields.emplace_back();
    } else if (c == '\n') {
      ++line_;
      break;
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

void CsvReader::read_quoted(std::string& field) {
  const std::uint32_t opened = line_;
  for (++at_; !done(); ++at_) {
    const char c = text_[at_];
    if (c == '\n') ++line_;
    if (c != '"') {
      field += c;
    } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
      field += '"';
      ++at_;
    } else {
      ++at_;
      return;
    }
  }
  fail(opened, "a quote opens here and never closes");
}

void CsvReader::fail(std::uint32_t line, std::string_view message) const {
  throw ParseError({std::string(file_), line, 0}, message);
}

std::string csv_field(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
  return quoted_csv_field(field);
}

std::string quoted_csv_field(std::string_view field) {
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i != 0 ? "," : "") + csv_field(fields[i]);
  return line + "\n";
}

}  // namespace forewarp
