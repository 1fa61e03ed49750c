// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What a kernel did on the emulator: instructions and accesses.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

PageTable instruction_table(const Json& profile) {
  PageTable table{.title = "Instructions"};
  table.columns = {{"instruction"}, {"threads"}, {"warps"}, {"share", Unit::share}};
  const double all = profile.at("thread_instructions").get<double>();
  for (const Json& row : profile.at("instructions"))
    table.rows.push_back({row.at("mnemonic").get<std::string>(), row.at("threads").get<double>(),
                          row.at("warps").get<double>(), all > 0 ? row.at("threads").get<double>() / all : 0});
  std::ranges::sort(table.rows, std::greater{}, [](const auto& row) { return std::get<double>(row[3]); });
  return table;
}

/// The accesses of one line to one buffer by one kind of instruction, as `profile` prints them: an unrolled loop has
/// many sites on a line.
struct AccessRow {
  std::string place, mnemonic, buffer, space;
  double sites = 0, requests = 0, asked = 0, sectors = 0, wavefronts = 0, ideal_wavefronts = 0, collisions = 0;
  [[nodiscard]] bool is_shared() const { return space == "shared"; }
  [[nodiscard]] bool is_atomic() const { return mnemonic.starts_with("atom") || mnemonic.starts_with("red"); }
  /// Sectors moved, or shared wavefronts at four sectors each (128 bytes).
  [[nodiscard]] double cost() const { return is_shared() ? wavefronts * 4 : sectors; }
  [[nodiscard]] bool is_like(const AccessRow& other) const {
    return place == other.place && mnemonic == other.mnemonic && buffer == other.buffer && space == other.space;
  }
};

/// "kernel.cu:22", or "PTX line 93" where there is no line information.
std::string place_text(const Json& access) {
  const auto file = access.at("source_file").get<std::string>();
  if (file.empty()) return fmt::format("PTX line {}", access.at("ptx_line").get<std::uint64_t>());
  return fmt::format("{}:{}", std::filesystem::path(file).filename().string(),
                     access.at("source_line").get<std::uint64_t>());
}

std::vector<AccessRow> access_rows(const Json& profile) {
  std::vector<AccessRow> rows;
  for (const Json& access : profile.at("accesses")) {
    const AccessRow own{.place = place_text(access),
                        .mnemonic = access.at("mnemonic").get<std::string>(),
                        .buffer = access.at("buffer").get<std::string>(),
                        .space = access.at("space").get<std::string>()};
    auto row = std::ranges::find_if(rows, [&](const AccessRow& r) { return r.is_like(own); });
    if (row == rows.end()) row = rows.insert(rows.end(), own);
    const auto of = [&](const char* member) { return access.at(member).get<double>(); };
    row->sites += 1;
    row->requests += of("requests");
    row->asked += of("lanes") * of("bytes_per_lane");
    row->sectors += of("sectors");
    row->wavefronts += of("wavefronts");
    row->ideal_wavefronts += of("ideal_wavefronts");
    row->collisions += of("collisions");
  }
  std::ranges::stable_sort(rows, std::greater{}, &AccessRow::cost);
  return rows;
}

PageTable access_table(const Json& profile) {
  PageTable table{.title = "Memory accesses"};
  table.caption =
      "The costliest line first. Global and local memory move sectors of 32 bytes: 4 a request is the least for 4-byte "
      "words. Shared memory takes wavefronts; more than the ideal number are bank conflicts. Collisions are the lanes "
      "of an atomic instruction that share an address with another lane.";
  table.columns = {{"source"},
                   {"access"},
                   {"space"},
                   {"sites"},
                   {"requests"},
                   {"asked", Unit::bytes},
                   {"moved", Unit::bytes},
                   {"sectors a request"},
                   {"wavefronts"},
                   {"ideal wavefronts"},
                   {"collisions"}};
  const Value none = std::monostate{};
  for (const AccessRow& row : access_rows(profile)) {
    const bool shared = row.is_shared();
    table.rows.push_back({row.place, row.mnemonic + (row.buffer.empty() ? "" : " " + row.buffer), row.space, row.sites,
                          row.requests, row.asked, shared ? none : Value(row.sectors * 32),
                          shared || row.requests == 0 ? none : Value(row.sectors / row.requests),
                          shared ? Value(row.wavefronts) : none, shared ? Value(row.ideal_wavefronts) : none,
                          row.is_atomic() ? Value(row.collisions) : none});
  }
  return table;
}

}  // namespace

void add_profile(const Json& json, Page& page) {
  const Json& profile = json.at("profile");
  Section section{.title = "What it does", .folded = json.contains("predictions")};
  section.blocks.emplace_back(access_table(profile));
  section.blocks.emplace_back(instruction_table(profile));
  page.sections.push_back(std::move(section));
}

}  // namespace forewarp::report::views
