// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// printf and assert of device code: vprintf(format, arguments) and __assertfail(message, file,
// line, function, size).
// Formats and arguments come from the kernel and may be anything: each conversion is parsed here,
// limited in width, precision and length, and handed to snprintf with exactly one value of the
// right type.
#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <cstring>

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/emulate/machine/call.hpp"
#include "forewarp/emulate/machine/lanes_of.hpp"
#include "forewarp/emulate/machine/spaces.hpp"

namespace forewarp::emu {

namespace {

constexpr std::size_t max_text = 1 << 16;
constexpr std::size_t max_printed = 1 << 20;  // of a chunk of blocks; CUDA's own buffer has this size
constexpr std::size_t max_field = 1024;       // width and precision: a field must not take the host's memory

/// The arguments that vprintf's caller packed into memory, each at its natural alignment.
class Arguments {
 public:
  Arguments(Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t at)
      : warp_(warp), op_(op), lane_(lane), at_(at) {}

  /// An int after a char is at the next multiple of 4: compilers pack varargs like a struct.
  std::uint64_t next(unsigned bytes) {
    at_ = (at_ + bytes - 1) / bytes * bytes;
    std::uint64_t value = 0;
    std::memcpy(&value, read_bytes(warp_, op_, lane_, at_, bytes), bytes);
    at_ += bytes;
    ++count_;
    return value;
  }
  [[nodiscard]] int count() const { return count_; }

 private:
  Warp& warp_;
  const MachineOp& op_;
  unsigned lane_;
  std::uint64_t at_;
  int count_ = 0;
};

/// One conversion of a format: "%-8.3lld" as flags, field, length and letter.
struct Conversion {
  std::string flags;
  int width = -1, precision = -1;
  unsigned bytes = 4;  ///< of an integer: 8 for l, ll, j, z, t; 2 for h and 1 for hh, whose arguments have 4
  char letter = 0;

  /// The bytes that the argument takes: C passes shorter integers as int.
  [[nodiscard]] unsigned passed() const { return std::max(bytes, 4U); }
};

int clipped(std::uint64_t bits) {
  const auto value = static_cast<std::int32_t>(bits);
  return value > static_cast<int>(max_field) ? static_cast<int>(max_field) : value;
}

int parse_number(std::string_view format, std::size_t& at, Arguments& arguments) {
  if (at < format.size() && format[at] == '*') {
    ++at;
    return clipped(arguments.next(4));
  }
  std::uint64_t value = 0;
  for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at)
    value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(format[at] - '0'), max_field);
  return static_cast<int>(value);
}

/// %[flags][width][.precision][length]letter, as C has it. A negative width from "*" means
/// left-aligned.
Conversion parse_conversion(std::string_view format, std::size_t& at, Arguments& arguments) {
  Conversion c;
  while (at < format.size() && std::strchr("-+ #0", format[at]) && c.flags.size() < 8) c.flags += format[at++];
  if (at < format.size() && (format[at] == '*' || (format[at] >= '1' && format[at] <= '9')))
    c.width = parse_number(format, at, arguments);
  if (c.width < -1) {
    c.flags += '-';
    c.width = c.width < -static_cast<int>(max_field) ? static_cast<int>(max_field) : -c.width;
  }
  if (at < format.size() && format[at] == '.') c.precision = parse_number(format, ++at, arguments);
  while (at < format.size() && std::strchr("hlLjzt", format[at])) {
    c.bytes = format[at] != 'h' ? 8 : c.bytes == 2 ? 1 : 2;
    ++at;
  }
  if (at < format.size()) c.letter = format[at++];
  return c;
}

template <typename Value>
std::string formatted(const Conversion& c, const char* length, Value value) {
  std::string format = "%" + c.flags;
  if (c.width >= 0) format += std::to_string(c.width);
  if (c.precision >= 0) format += "." + std::to_string(c.precision);
  format += length;
  format += c.letter;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int size = std::snprintf(nullptr, 0, format.c_str(), value);
  std::string text(static_cast<std::size_t>(std::max(size, 0)) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
#pragma GCC diagnostic pop
  text.pop_back();
  return text;
}

std::string convert(Warp& warp, const MachineOp& op, unsigned lane, Conversion c, Arguments& arguments) {
  switch (c.letter) {
    case '%':
      return "%";
    case 'd':
    case 'i': {
      // Moved up to the sign bit and back down, which copies the sign over what does not belong to the value.
      const unsigned unused = 64 - 8 * c.bytes;
      const std::uint64_t bits = arguments.next(c.passed());
      return formatted(c, "ll", static_cast<long long>(bits << unused) >> unused);
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o': {
      const unsigned unused = 64 - 8 * c.bytes;
      return formatted(c, "ll", static_cast<unsigned long long>(arguments.next(c.passed()) << unused >> unused));
    }
    case 'c':
      return formatted(c, "", static_cast<int>(arguments.next(4)));
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return formatted(c, "", std::bit_cast<double>(arguments.next(8)));
    case 'p':
      return fmt::format("{:#x}", arguments.next(8));
    case 's':
      return formatted(c, "", read_text(warp, op, lane, arguments.next(8)).c_str());
    default:
      return c.letter ? std::string{'%', c.letter} : std::string{"%"};
  }
}

int print_lane(Warp& warp, const MachineOp& op, unsigned lane) {
  const std::string format = read_text(warp, op, lane, call_argument(warp, op, 0, lane));
  Arguments arguments(warp, op, lane, call_argument(warp, op, 1, lane));
  std::string text;
  for (std::size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    const Conversion c = parse_conversion(format, ++at, arguments);
    text += convert(warp, op, lane, c, arguments);
    if (text.size() > max_printed) break;
  }
  std::string& printed = warp.block.printed;
  if (printed.size() + text.size() > max_printed)
    warp.fault(op, LaneMask{1} << lane, fmt::format("printf: more than {} bytes printed", max_printed));
  printed += text;
  return arguments.count();
}

}  // namespace

const std::byte* read_bytes(Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t address, unsigned bytes) {
  const ptx::StateSpace space = space_of(address);
  const std::uint64_t offset = address & (window_bytes - 1);
  const auto fits = [&](std::uint64_t at, std::uint64_t size) { return at <= size && bytes <= size - at; };
  const auto inside = [&](std::uint64_t size) { return fits(offset, size); };
  const LaunchContext& launch = warp.block.launch();
  if (space == ptx::StateSpace::local && inside(warp.local_bytes())) return warp.local(lane) + offset;
  if (space == ptx::StateSpace::shared && inside(launch.shared_bytes)) return warp.block.shared().data() + offset;
  if (space == ptx::StateSpace::param && inside(launch.parameters.size())) return launch.parameters.data() + offset;
  MemoryBuffer* buffer = space == ptx::StateSpace::global ? launch.memory->find(address) : nullptr;
  if (!buffer || !fits(address - buffer->base, buffer->bytes))
    warp.fault(op, LaneMask{1} << lane, fmt::format("call reads {} bytes at wild address {:#x}", bytes, address));
  try {
    launch.memory->make(*buffer, address - buffer->base, bytes);
  } catch (const InputError& e) {
    warp.fault(op, LaneMask{1} << lane, e.what());
  }
  return buffer->host + (address - buffer->base);
}

/// A text of the kernel's memory, byte by byte up to its 0, as its end is not known and may be in
/// another page.
std::string read_text(Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t address) {
  std::string text;
  while (text.size() < max_text) {
    const auto c = static_cast<char>(*read_bytes(warp, op, lane, address + text.size(), 1));
    if (c == 0) break;
    text += c;
  }
  return text;
}

Flow call_vprintf(Warp& warp, const MachineOp& op, LaneMask active) {
  for_each_lane(active, [&](unsigned lane) {
    set_call_result(warp, op, lane, static_cast<std::uint32_t>(print_lane(warp, op, lane)));
  });
  return Flow::next;
}

Flow call_assertfail(Warp& warp, const MachineOp& op, LaneMask active) {
  const unsigned lane = first_lane(active);
  const auto text = [&](std::size_t argument) {
    return read_text(warp, op, lane, call_argument(warp, op, argument, lane));
  };
  warp.fault(op, active,
             fmt::format("assertion `{}' failed at {}:{} in {}", text(0), text(1),
                         static_cast<std::uint32_t>(call_argument(warp, op, 2, lane)), text(3)));
}

}  // namespace forewarp::emu
