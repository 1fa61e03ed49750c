// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A record is a line, written in one call: a last line without a line break was cut off. A kill loses nothing
/// that was written; the disk has it, for a power failure, from the next run of the canary on.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "forewarp/measure/run/flat_json.hpp"
#include "forewarp/measure/run/samples.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::run {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view header =
    "kind,device,job,trial,pass,time [s],clock,at [s],launches,power [W],idle power [W],energy [J],host time [s],SM "
    "clock [Hz],"
    "memory clock [Hz],temperature [C],name,value";
constexpr std::size_t name_column = 16, value_column = 17, columns = 18;

/// Quotes a field that contains a comma, a quote or a line break; quotes inside are doubled.
std::string field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string digits(double value) {
  if (std::isnan(value)) return "";
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

/// The inverse of field() over a whole line: a state machine with one bit, inside quotes or not.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        fields.back() += line[++i];
      else
        quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

/// One line of the file, with its place for messages.
struct Line {
  std::vector<std::string> fields;
  SourceLocation where;

  [[noreturn]] void fail(std::string_view message) const { throw ParseError(where, message); }
  template <typename T>
  T number(std::size_t column) const {
    const std::string& text = fields[column];
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) fail(fmt::format("'{}' is no number", text));
    return value;
  }
  double number_or_nan(std::size_t column) const {
    return fields[column].empty() ? not_measured : number<double>(column);
  }
};

Clock clock_called(const Line& line) {
  for (const Clock clock : {Clock::events, Clock::host, Clock::model})
    if (name_of(clock) == line.fields[6]) return clock;
  line.fail(fmt::format("there is no clock '{}'", line.fields[6]));
}

Sample sample_of(const Line& line, SampleKind kind) {
  return {.device = line.fields[1],
          .job = line.fields[2],
          .kind = kind,
          .trial = line.number<std::uint32_t>(3),
          .pass = line.number<std::uint32_t>(4),
          .seconds = line.number<double>(5),
          .clock = clock_called(line),
          .at_s = line.number<double>(7),
          .launches = line.number<std::uint64_t>(8),
          .watts = line.number_or_nan(9),
          .idle_watts = line.number_or_nan(10),
          .joules = line.number_or_nan(11),
          .host_seconds = line.number_or_nan(12),
          .sm_clock_hz = line.number_or_nan(13),
          .memory_clock_hz = line.number_or_nan(14),
          .celsius = line.number_or_nan(15)};
}

std::string text_in(const FlatObject& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? "" : found->second.text;
}

template <typename T>
T count_in(const FlatObject& object, const char* key) {
  return static_cast<T>(std::strtoull(text_in(object, key).c_str(), nullptr, 10));
}

JobRecord job_of(const Line& line) {
  const FlatObject facts = parse_flat_json(line.fields[value_column], line.where);
  return {.device = line.fields[1],
          .job = line.fields[2],
          .digest = text_in(facts, "digest"),
          .entry = text_in(facts, "entry"),
          .shape = text_in(facts, "shape"),
          .kernel = {.registers = count_in<std::uint32_t>(facts, "registers"),
                     .max_block = count_in<std::uint32_t>(facts, "max_block"),
                     .sub_group = count_in<std::uint32_t>(facts, "sub_group"),
                     .shared_bytes = count_in<std::uint64_t>(facts, "shared_bytes"),
                     .private_bytes = count_in<std::uint64_t>(facts, "private_bytes")},
          .failure = text_in(facts, "failure")};
}

Session session_of(const Line& line) {
  Session session{.device = line.fields[1], .at_s = line.number<double>(7), .host = {}, .program = {}, .facts = {}};
  for (const auto& [key, value] : parse_flat_json(line.fields[value_column], line.where)) {
    if (key == "host")
      session.host = value.text;
    else if (key == "program")
      session.program = value.text;
    else if (key == "synthetic")
      session.synthetic = value.text == "true";
    else
      session.facts[key] = value.text;
  }
  return session;
}

std::string json_of(const Session& session) {
  std::string json = fmt::format("{{\"host\":{},\"program\":{},\"synthetic\":{}", json_string(session.host),
                                 json_string(session.program), session.synthetic ? "true" : "false");
  for (const auto& [key, value] : session.facts) json += fmt::format(",{}:{}", json_string(key), json_string(value));
  return json + "}";
}

std::string json_of(const JobRecord& job) {
  return fmt::format(
      "{{\"digest\":{},\"entry\":{},\"shape\":{},\"registers\":{},\"max_block\":{},\"sub_group\":{},\"shared_bytes\":{}"
      ","
      "\"private_bytes\":{},\"failure\":{}}}",
      json_string(job.digest), json_string(job.entry), json_string(job.shape), job.kernel.registers,
      job.kernel.max_block, job.kernel.sub_group, job.kernel.shared_bytes, job.kernel.private_bytes,
      json_string(job.failure));
}

using Name = std::tuple<std::string, std::string, SampleKind, std::uint32_t>;
Name name_of(const Sample& sample) { return {sample.device, sample.job, sample.kind, sample.trial}; }

class CsvStore final : public SampleStore {
 public:
  explicit CsvStore(const fs::path& file);
  ~CsvStore() override { ::close(descriptor_); }
  CsvStore(const CsvStore&) = delete;
  CsvStore& operator=(const CsvStore&) = delete;

  StoreContents read() override;
  void put(const Session& session) override {
    append(fmt::format("session,{},,,,,,{},,,,,,,,,,{}", field(session.device), digits(session.at_s),
                       field(json_of(session))));
  }
  void put(const JobRecord& job) override {
    append(fmt::format("job,{},{},,,,,,,,,,,,,,,{}", field(job.device), field(job.job), field(json_of(job))));
  }
  void put(const Sample& sample) override;
  void set(const std::string& device, const std::string& name, const std::string& value) override {
    append(fmt::format("setting,{},,,,,,,,,,,,,,,{},{}", field(device), field(name), field(json_string(value))));
  }

 private:
  void take_off_cut_line();
  void append(const std::string& line);
  using Places = std::map<std::pair<std::string, std::string>, std::size_t>;
  static void read_line(const Line& line, StoreContents& contents, Places& places);
  [[noreturn]] void fail(const char* what) const {
    throw InputError(fmt::format("{}: {}: {}", file_.string(), what, std::strerror(errno)));
  }

  fs::path file_;
  int descriptor_;
  std::set<Name> names_;
};

/// The lock excludes a second campaign; the names of all samples are read so that none is stored twice.
CsvStore::CsvStore(const fs::path& file)
    : file_(file), descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) fail("cannot write");
  try {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
      throw InputError(fmt::format("{}: another process writes to it", file.string()));
    take_off_cut_line();
    for (const Sample& sample : read().samples) names_.insert(name_of(sample));
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

/// An interrupted write leaves a line without a line break: it is removed, so that appending starts on a new line.
void CsvStore::take_off_cut_line() {
  const std::string text = read_file(file_);
  if (text.empty() || (text.find('\n') == std::string::npos && header.starts_with(text))) {
    if (::ftruncate(descriptor_, 0) != 0) fail("cannot write");
    return append(std::string(header));
  }
  if (!text.starts_with(header))
    throw InputError(fmt::format("{}: is no file of samples: its first line is another", file_.string()));
  const std::size_t whole = text.rfind('\n') + 1;
  if (whole != text.size() && ::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0) fail("cannot write");
}

/// The descriptor is in append mode; the loop continues after a partial write or a signal.
void CsvStore::append(const std::string& line) {
  const std::string bytes = line + "\n";
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t now = ::write(descriptor_, bytes.data() + written, bytes.size() - written);
    if (now < 0 && errno != EINTR) fail("cannot write");
    written += now > 0 ? static_cast<std::size_t>(now) : 0;
  }
}

void CsvStore::put(const Sample& s) {
  if (!names_.insert(name_of(s)).second)
    throw InputError(
        fmt::format("{}: {} {} of job '{}' is there already", file_.string(), run::name_of(s.kind), s.trial, s.job));
  append(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},,", run::name_of(s.kind), field(s.device),
                     field(s.job), s.trial, s.pass, digits(s.seconds), run::name_of(s.clock), digits(s.at_s),
                     s.launches, digits(s.watts), digits(s.idle_watts), digits(s.joules), digits(s.host_seconds),
                     digits(s.sm_clock_hz), digits(s.memory_clock_hz), digits(s.celsius)));
  // Waiting for the disk after every launch would disturb what is measured.
  if (s.kind != SampleKind::trial && ::fdatasync(descriptor_) != 0 && errno != EINVAL) fail("cannot write");
}

/// A later record of the same job or setting replaces the earlier one, so the file is a log and never rewritten.
void CsvStore::read_line(const Line& line, StoreContents& contents, Places& places) {
  const std::string& kind = line.fields[0];
  for (const SampleKind sample : {SampleKind::trial, SampleKind::canary, SampleKind::power})
    if (kind == run::name_of(sample)) return contents.samples.push_back(sample_of(line, sample));
  if (kind == "session") return contents.sessions.push_back(session_of(line));
  if (kind == "setting") {
    const FlatObject value = parse_flat_json("{\"value\":" + line.fields[value_column] + "}", line.where);
    contents.settings[{line.fields[1], line.fields[name_column]}] = value.at("value").text;
    return;
  }
  if (kind != "job") line.fail(fmt::format("there is no kind '{}'", kind));
  JobRecord job = job_of(line);
  const auto [known, is_new] = places.emplace(std::pair(job.device, job.job), contents.jobs.size());
  if (is_new)
    contents.jobs.push_back(std::move(job));
  else
    contents.jobs[known->second] = std::move(job);
}

StoreContents CsvStore::read() {
  const std::string text = read_file(file_);
  StoreContents contents;
  Places places;
  std::uint32_t number = 1;
  for (std::size_t from = text.find('\n') + 1; from < text.size(); ++number) {
    const std::size_t end = text.find('\n', from);
    Line line{fields_of(std::string_view(text).substr(from, end - from)), {}};
    line.where.file = file_.string();
    line.where.line = number + 1;
    if (line.fields.size() != columns)
      line.fail(fmt::format("{} fields, {} are expected", line.fields.size(), columns));
    read_line(line, contents, places);
    from = end + 1;
  }
  return contents;
}

}  // namespace

std::unique_ptr<SampleStore> open_csv_store(const fs::path& file) { return std::make_unique<CsvStore>(file); }

}  // namespace forewarp::run
