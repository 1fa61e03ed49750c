// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/operation_line.hpp"

#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::runtime {
namespace {

constexpr std::string_view begin_of_operation = R"({"op":)";

class Scanner {
 public:
  explicit Scanner(std::string_view line) : line_(line), left_(line) {}

  [[nodiscard]] bool take_if(std::string_view text) {
    if (!left_.starts_with(text)) return false;
    left_.remove_prefix(text.size());
    return true;
  }
  void take(std::string_view text) {
    if (!take_if(text)) fail();
  }
  template <typename Number>
  Number number() {
    Number value{};
    const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), value);
    if (error != std::errc{}) fail();
    left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
    return value;
  }
  [[nodiscard]] bool flag() {
    if (take_if("true")) return true;
    take("false");
    return false;
  }
  void end() const {
    if (!left_.empty()) fail();
  }
  [[noreturn]] void fail() const {
    throw InputError(fmt::format("a recording has a line that no runtime writes: {}", line_.substr(0, 200)));
  }

 private:
  std::string_view line_, left_;
};

}  // namespace

std::string intervals_text(const std::vector<Interval>& times) {
  std::string text;
  for (const Interval& t : times)
    fmt::format_to(std::back_inserter(text), "{}[{:.10g},{:.10g}]", text.empty() ? "" : ",", t.begin_s, t.end_s);
  return text;
}

std::string operation_line(const Operation& o) {
  return fmt::format(R"({{"op":{},"d":{},"f":{},"r":{},"c":{},"p":{},"b":{},"st":{},"g":{},"t":[{}]}})",
                     static_cast<int>(o.kind), o.distinct, o.factor, o.replayed, static_cast<int>(o.copy), o.pinned,
                     o.bytes, o.stream, o.gpu, intervals_text(o.times));
}

bool is_operation(std::string_view line) { return line.starts_with(begin_of_operation); }

Operation operation_from(std::string_view line) {
  Scanner in(line);
  Operation o;
  in.take(begin_of_operation);
  const int kind = in.number<int>();
  if (kind < 0 || kind > static_cast<int>(Operation::Kind::fill)) in.fail();
  o.kind = static_cast<Operation::Kind>(kind);
  in.take(R"(,"d":)");
  o.distinct = in.number<std::size_t>();
  in.take(R"(,"f":)");
  o.factor = in.number<double>();
  in.take(R"(,"r":)");
  o.replayed = in.flag();
  in.take(R"(,"c":)");
  const int copy = in.number<int>();
  if (copy < 0 || copy > static_cast<int>(CopyKind::device_to_device)) in.fail();
  o.copy = static_cast<CopyKind>(copy);
  in.take(R"(,"p":)");
  o.pinned = in.flag();
  in.take(R"(,"b":)");
  o.bytes = in.number<std::uint64_t>();
  in.take(R"(,"st":)");
  o.stream = in.number<StreamId>();
  in.take(R"(,"g":)");
  o.gpu = in.number<int>();
  in.take(R"(,"t":[)");
  while (!in.take_if("]")) {
    if (!o.times.empty()) in.take(",");
    in.take("[");
    const double begin_s = in.number<double>();
    in.take(",");
    o.times.push_back({begin_s, in.number<double>()});
    in.take("]");
  }
  in.take("}");
  in.end();
  return o;
}

}  // namespace forewarp::runtime
