// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/guess.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/frontend/launch/argument_value.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/frontend/launch/host_memory.hpp"
#include "forewarp/frontend/launch/integer_roles.hpp"
#include "forewarp/frontend/launch/links.hpp"
#include "forewarp/frontend/launch/notes.hpp"
#include "forewarp/frontend/launch/signature.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

// Enough for a matrix of the problem size squared up to 4096, and 16 elements for each unit of it beyond; and for as
// many elements as the integers that were given multiply to (rows, columns, channels, whatever they are).
constexpr std::uint64_t min_elements = std::uint64_t{1} << 24;
constexpr std::uint64_t max_elements = std::uint64_t{1} << 34;
constexpr std::uint64_t max_parameter_bytes = std::uint64_t{1} << 20;  // of all together; CUDA allows 32764

/// The parameter n of the launch, else the number of threads.
std::uint64_t problem_size(const Launch& launch) {
  const auto n = launch.parameters.find("n");
  if (n != launch.parameters.end() && n->second > 0) return static_cast<std::uint64_t>(n->second);
  return std::min<std::uint64_t>(launch.grid.count(), std::uint64_t{1} << 40) * launch.block.count();
}

/// The product of the given integers greater than 1, saturated at max_elements. The shifts extend the sign of a scalar
/// narrower than 64 bits. Example: width 1000, height 500, scale 2.0: 500 000.
std::uint64_t extent_of(std::span<const std::optional<Argument>> given) {
  std::uint64_t product = 1;
  for (const std::optional<Argument>& argument : given) {
    const auto* scalar = argument ? std::get_if<Scalar>(&argument->value) : nullptr;
    if (!scalar || is_real(scalar->type)) continue;
    const unsigned unused = 64 - 8 * ptx::size_of(scalar->type);
    if (unused >= 64) continue;
    const std::int64_t value = static_cast<std::int64_t>(scalar->bits << unused) >> unused;
    if (value <= 1) continue;
    const auto factor = static_cast<std::uint64_t>(value);
    product = product <= max_elements / factor ? product * factor : max_elements;
  }
  return product;
}

/// Example: n = 8192: n^2 = 2^26 elements; n = 2^20: 16 n = 2^24; never fewer than 2^24.
std::uint64_t guessed_count(std::uint64_t n, std::uint64_t extent) {
  const std::uint64_t square = n <= 65536 ? n * n : 0, line = n < max_elements / 16 ? 16 * n : max_elements;
  return std::clamp(std::max({square, line, extent}), min_elements, max_elements);
}

// Trip counts in memory: rows of 16 elements where neighbouring entries are read together (CSR), else below 64.
constexpr double longest_row = 16, max_trips = 64;

/// Integer buffers hold indices below the problem size, or trip counts. Where a loop runs from a[i] to a[i + 1] (CSR
/// row offsets), contents are 0, r, 2 r, .. with r = 16, or less where the last offset would exceed the type.
Fill guessed_fill(const Pointee& pointee, const Buffer& buffer, std::uint64_t n) {
  Fill fill{.kind = FillKind::uniform};
  if (is_real(buffer.element)) return fill;
  const unsigned bits = 8 * ptx::size_of(buffer.element);
  const double largest = bits >= 32 ? 0x1p31 : (bits == 16 ? 32768 : 128);
  fill.high = std::min(largest, static_cast<double>(n));
  if (!pointee.decides_loop) return fill;
  const double row_length = std::min(longest_row, std::floor((largest - 1) / static_cast<double>(buffer.count)));
  if (pointee.has_neighbours && row_length >= 1) return {.kind = FillKind::iota, .low = 0, .high = row_length};
  fill.high = std::min(fill.high, max_trips);
  return fill;
}

Buffer guessed_buffer(const Pointee& pointee, std::uint64_t n, std::uint64_t extent) {
  Buffer buffer{.element = pointee.type == ptx::Type::none ? ptx::Type::f32 : pointee.type,
                .count = guessed_count(n, extent) * pointee.lanes,
                .fill = {}};
  buffer.fill = guessed_fill(pointee, buffer, n);
  return buffer;
}

std::string describe(const Buffer& buffer, unsigned lanes) {
  const std::string vector = lanes > 1 ? fmt::format("x{}", lanes) : "";
  const std::string what =
      fmt::format("a buffer of {} x {}{}", buffer.count / lanes, ptx::name_of(buffer.element), vector);
  if (buffer.fill.kind == FillKind::iota)
    return fmt::format("{}, 0, {}, {}, ...", what, buffer.fill.high, 2 * buffer.fill.high);
  return fmt::format("{}, uniform in [{}, {})", what, buffer.fill.low, buffer.fill.high);
}

void check_size(const ptx::Function& entry) {
  std::uint64_t left = max_parameter_bytes;
  for (const ptx::Variable& parameter : entry.parameters) {
    if (parameter.bytes() > left)
      throw InputError(fmt::format("parameter '{}' of {}: the parameters have more than {} bytes", parameter.name,
                                   entry.name, max_parameter_bytes));
    left -= parameter.bytes();
  }
}

/// Pointers into dynamic shared memory (__local of OpenCL): one element per thread, one buffer after another. The size
/// is the given one, or what the buffers need.
struct SharedRoom {
  bool given = false;
  std::uint64_t used = 0;
};

std::string place_in_shared(Launch& launch, const ptx::Variable& parameter, const Pointee& pointee, SharedRoom& room,
                            Argument& argument) {
  // A float4 is loaded as four f32, and aligned as one.
  const std::uint64_t at = room.used, word = pointee.type == ptx::Type::none ? 4 : ptx::size_of(pointee.type),
                      element = std::clamp<std::uint64_t>(parameter.pointee_alignment, word, 16);
  room.used += (element * launch.block.count() + 15) / 16 * 16;
  if (!room.given) launch.dynamic_shared_bytes = room.used;
  argument.value = Scalar{ptx::Type::b64, at};
  return fmt::format("byte {} of {} of dynamic shared memory", at, launch.dynamic_shared_bytes);
}

/// Guesses every argument that was not given. Order of preference: a parameter of the launch with the argument's name,
/// an integer whose role in the code decides its value (integer_roles.hpp), a buffer for a pointer, 1 or 1.0. Each
/// guess adds a note with the option that replaces it.
class Guesser {
 public:
  Guesser(Launch& launch, const ptx::Function& entry, std::span<const std::string> names, const ptx::Module* module)
      : launch_(launch),
        entry_(entry),
        names_(names),
        dependence_(analysis::dependence_of(module ? *module : ptx::Module(), entry)),
        pointees_(pointees_of(entry, dependence_)) {}

  /// given: indexed by parameter; longer than the parameters if there are too many arguments.
  void run(std::vector<std::optional<Argument>> given) {
    const std::uint64_t extent = extent_of(given);
    const std::map<std::size_t, std::int64_t> integers = integers_for(given);
    SharedRoom room{.given = launch_.dynamic_shared_bytes != 0};
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (given[i])
        launch_.arguments.push_back(std::move(*given[i]));
      else if (const auto set = of_its_name(i))
        launch_.arguments.push_back(
            {called(i), Scalar{entry_.parameters[i].type, encode(Number(*set), entry_.parameters[i].type, called(i))}});
      else
        add(i, integers, extent, room);
    }
  }

 private:
  [[nodiscard]] std::string name_of(std::size_t i) const { return i < names_.size() ? names_[i] : ""; }
  [[nodiscard]] std::string called(std::size_t i) const {
    return name_of(i).empty() ? std::string(entry_.parameters[i].name) : name_of(i);
  }
  [[nodiscard]] bool is_integer(std::size_t i) const {
    const ptx::Variable& p = entry_.parameters[i];
    return !p.is_array && !is_real(p.type) && is_element(p.type) && !is_pointer(i) &&
           p.pointee != ptx::StateSpace::shared;
  }
  [[nodiscard]] bool is_pointer(std::size_t i) const {
    const ptx::Variable& p = entry_.parameters[i];
    return takes_pointer(p) && (pointees_[i].is_pointer || p.pointee != ptx::StateSpace::none);
  }

  /// The launch's parameter of the argument's name: it was given.
  [[nodiscard]] std::optional<std::int64_t> of_its_name(std::size_t i) const {
    const auto set = launch_.parameters.find(name_of(i));
    return set != launch_.parameters.end() && is_integer(i) ? std::optional(set->second) : std::nullopt;
  }

  [[nodiscard]] std::map<std::size_t, std::int64_t> integers_for(
      const std::vector<std::optional<Argument>>& given) const {
    std::map<std::size_t, std::int64_t> known;
    std::set<std::size_t> wanted;
    for (std::size_t i = 0; i < entry_.parameters.size(); ++i) {
      if (!is_integer(i)) continue;
      const auto* scalar = given[i] ? std::get_if<Scalar>(&given[i]->value) : nullptr;
      if (scalar && !is_real(scalar->type))
        known[i] = static_cast<std::int64_t>(decode(scalar->bits, scalar->type));
      else if (const auto set = of_its_name(i))
        known[i] = *set;
      else if (!given[i] && ptx::size_of(entry_.parameters[i].type) >= 4)
        wanted.insert(i);
    }
    return guessed_integers(entry_, integer_roles(entry_, dependence_), launch_, std::move(known), wanted);
  }

  std::string fill_in(std::size_t i, const std::map<std::size_t, std::int64_t>& integers, std::uint64_t extent,
                      Argument& argument) const {
    const ptx::Variable& parameter = entry_.parameters[i];
    if (parameter.is_array) {
      argument.value = std::string(parameter.bytes(), '\0');
      return fmt::format("{} zero bytes", parameter.bytes());
    }
    if (is_pointer(i)) {
      const Buffer buffer =
          guessed_buffer(pointees_[i], std::min<std::uint64_t>(problem_size(launch_), 0x7fffffff), extent);
      argument.value = buffer;
      return describe(buffer, pointees_[i].lanes);
    }
    const auto integer = integers.find(i);
    const Number value =
        is_real(parameter.type) ? Number(1.0) : Number(integer == integers.end() ? std::int64_t{1} : integer->second);
    argument.value = Scalar{parameter.type, encode(value, parameter.type, argument.name)};
    return is_real(parameter.type) ? "1.0" : fmt::format("{}", std::get<std::int64_t>(value));
  }

  void add(std::size_t i, const std::map<std::size_t, std::int64_t>& integers, std::uint64_t extent, SharedRoom& room) {
    const ptx::Variable& parameter = entry_.parameters[i];
    const bool local = parameter.pointee == ptx::StateSpace::shared;
    Argument argument{.name = called(i), .value = {}, .guessed = true};
    const std::string note = local ? place_in_shared(launch_, parameter, pointees_[i], room, argument)
                                   : fill_in(i, integers, extent, argument);
    const std::string name = name_of(i);
    const std::string which = name.empty() ? "" : fmt::format(", {},", name);
    const std::string option = local ? "--shared BYTES" : name.empty() ? "--arg" : "--arg " + name + "=...";
    launch_.arguments.push_back(std::move(argument));
    launch_.notes.push_back(fmt::format("{}{} of {}{} is {} ({} sets it)", guessed_note, i + 1,
                                        entry_.parameters.size(), which, note, option));
    launch_.guessed_arguments = true;
  }

  Launch& launch_;
  const ptx::Function& entry_;
  std::span<const std::string> names_;
  analysis::Dependence dependence_;
  std::vector<Pointee> pointees_;
};

}  // namespace

void refuse_argument(std::string_view kernel, const std::string& name, std::span<const std::string> names) {
  throw InputError(fmt::format("{} has no parameter '{}'{}: its parameters are {}", kernel, name,
                               did_you_mean(name, names), fmt::join(names, ", ")));
}

void guess_arguments(Launch& launch, const ptx::Function& entry, const ptx::Module* module) {
  check_size(entry);
  std::vector<std::optional<Argument>> given(entry.parameters.size());
  if (launch.arguments.size() >= given.size()) return;
  std::move(launch.arguments.begin(), launch.arguments.end(), given.begin());
  launch.arguments.clear();
  Guesser(launch, entry, {}, module).run(std::move(given));
}

/// Arguments match by name if any name is known or there are too few, else by position. Then signature, pointers inside
/// buffers, and host memory are checked, in this order, as each needs the one before.
void place_arguments(Launch& launch, const ptx::Function& entry, std::span<const std::string> names,
                     std::span<const ArgumentSpec> given, const ptx::Module* module) {
  check_size(entry);
  const auto is_name = [&](const ArgumentSpec& a) {
    return std::find(names.begin(), names.end(), a.name) != names.end();
  };
  const bool by_name = std::any_of(given.begin(), given.end(), is_name) || given.size() < entry.parameters.size();
  const auto wrong = std::find_if_not(given.begin(), given.end(), is_name);
  if (by_name && wrong != given.end()) refuse_argument(entry.name, wrong->name, names);
  const Parameters words = expression_names(launch);
  std::vector<std::optional<Argument>> told(std::max(entry.parameters.size(), given.size()));
  for (std::size_t i = 0; i < told.size(); ++i) {
    const auto named =
        std::find_if(given.begin(), given.end(), [&](const auto& a) { return i < names.size() && a.name == names[i]; });
    const ArgumentSpec* spec = by_name ? (named == given.end() ? nullptr : &*named) : &given[i];
    if (spec) told[i] = argument_value(*spec, words, i < entry.parameters.size() ? &entry.parameters[i] : nullptr);
  }
  const bool all = std::all_of(told.begin(), told.end(), [](const auto& a) { return a.has_value(); });
  if (all)
    for (auto& argument : told) launch.arguments.push_back(std::move(*argument));
  else
    Guesser(launch, entry, names, module).run(std::move(told));
  check_signature(launch, entry);
  link_arguments(launch, entry, given);
  note_host_memory(launch);
}

}  // namespace forewarp::launch
