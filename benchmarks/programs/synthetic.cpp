// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "synthetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <random>
#include <string>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::bench {
namespace {

namespace fs = std::filesystem;
using Random = std::mt19937;

template <typename... Values>
void append(std::string& to, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(to), format, std::forward<Values>(values)...);
}

double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// hotspot3D: one number per line.
std::string numbers(std::size_t count, double low, double high) {
  Random random(1);
  std::string text;
  for (std::size_t i = 0; i < count; ++i) append(text, "{:.6f}\n", between(random, low, high));
  return text;
}

/// tsp: TSPLIB's format.
std::string cities(int count) {
  Random random(1);
  std::string text = fmt::format(
      "NAME : synthetic{0}\nCOMMENT : {0} random cities\nTYPE : TSP\nDIMENSION : {0}\nEDGE_WEIGHT_TYPE : "
      "EUC_2D\nNODE_COORD_SECTION\n",
      count);
  for (int i = 1; i <= count; ++i)
    append(text, "{} {:.1f} {:.1f}\n", i, between(random, 0, 4000), between(random, 0, 4000));
  return text + "EOF\n";
}

/// lr: temperatures by time.
std::string temperatures(int count) {
  Random random(1);
  std::string text;
  for (int i = 0; i < count; ++i) append(text, "{:.3f}\t{:.3f}\n", i * 0.01, 10 + i * 1e-4 + between(random, -2, 2));
  return text;
}

/// ss: words of lower-case letters, among them the one that is searched.
std::string words_with(const std::string& pattern, std::size_t bytes) {
  Random random(1);
  std::string text;
  while (text.size() < bytes) {
    if (random() % 500 == 0) text += pattern;
    for (auto letters = 1 + random() % 9; letters > 0; --letters) text += static_cast<char>('a' + random() % 26);
    text += random() % 12 == 0 ? '\n' : ' ';
  }
  text.resize(bytes);
  return text;
}

/// minimap2: calls with anchors in ascending order.
std::string anchors(int calls, int per_call) {
  Random random(1);
  std::string text;
  for (int call = 0; call < calls; ++call) {
    append(text, "{} 15.0 5000 5000 500\n", per_call);
    int x = 1000, y = 500;
    for (int i = 0; i < per_call; ++i) {
      x += 1 + static_cast<int>(random() % 40);
      y += 1 + static_cast<int>(random() % 40);
      append(text, "0\t{}\t15\t{}\n", x, y);
    }
    text += "EOR\n";
  }
  return text;
}

/// tpacf: right ascension and declination.
std::string sky(int points) {
  Random random(1);
  std::string text;
  for (int i = 0; i < points; ++i) append(text, "{:.5f} {:.5f}\n", between(random, 0, 360), between(random, -60, 60));
  return text;
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  write_file(file, text);
}

/// The value behind an option of the program.
std::string value_of(const Program& program, const std::string& option) {
  for (std::size_t i = 0; i + 1 < program.arguments.size(); ++i)
    if (program.arguments[i] == option) return program.arguments[i + 1];
  throw InputError(program.name + " has no argument " + option);
}

/// All random sets are the same one.
void write_sky(const Program& program, const fs::path& folder) {
  write(folder / value_of(program, "-d"), sky(std::stoi(value_of(program, "-p"))));
  const std::string sets = (folder / value_of(program, "-r")).string();
  write(sets + ".1", sky(std::stoi(value_of(program, "-q"))));
  for (int i = 2; i <= std::stoi(value_of(program, "-n")); ++i) {
    const fs::path link = fmt::format("{}.{}", sets, i);
    if (!fs::exists(link)) fs::create_symlink(fs::path(sets + ".1").filename(), link);
  }
}

}  // namespace

bool has_synthetic_input(const Program& program) {
  constexpr std::array<std::string_view, 6> known = {"hotspot3D-cuda", "tsp-cuda",      "lr-cuda",
                                                     "ss-cuda",        "minimap2-cuda", "tpacf-cuda"};
  return std::ranges::find(known, program.name) != known.end();
}

bool write_synthetic_input(const Program& program, const fs::path& folder) {
  constexpr int cities_of_d493 = 493, temperatures_of_lr = 96453, calls_of_minimap2 = 1000, anchors_per_call = 500;
  constexpr std::size_t bytes_of_ss = 720'000;  // six blocks
  const auto argument = [&](std::size_t i) { return program.arguments.at(i); };
  if (program.name == "hotspot3D-cuda") {
    const std::size_t side = std::stoul(argument(0)), cells = side * side * std::stoul(argument(1));
    write(folder / argument(3), numbers(cells, 0, 1e-5));
    write(folder / argument(4), numbers(cells, 320, 345));
  } else if (program.name == "tsp-cuda") {
    write(folder / argument(0), cities(cities_of_d493));
  } else if (program.name == "lr-cuda") {
    write(folder / "assets/temperature.txt", temperatures(temperatures_of_lr));
  } else if (program.name == "ss-cuda") {
    write(folder / argument(0), words_with(argument(1), bytes_of_ss));
  } else if (program.name == "minimap2-cuda") {
    write(folder / argument(0), anchors(calls_of_minimap2, anchors_per_call));
  } else if (program.name == "tpacf-cuda") {
    write_sky(program, folder);
  }
  return has_synthetic_input(program);
}

}  // namespace forewarp::bench
