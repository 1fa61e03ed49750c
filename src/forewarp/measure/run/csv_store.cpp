// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A record is a line, written in one call: a last line without a line break was cut off. A kill
/// loses nothing that was written; the disk has it, for a power failure, from the next run of the
/// canary on.
///
/// All records share 18 columns. Samples fill the first 16; sessions, jobs and settings put what
/// has no column into the last one, as JSON, so that a new fact does not change the columns and
/// older files remain readable:
///
///     trial,"cuda:0 NVIDIA H200, driver CUDA 12.4",saxpy,0,0,1.52e-05,events,1717000000.1,1,,,,1.9e-05,,,,,
///     setting,"cuda:0 NVIDIA H200, driver CUDA 12.4",,,,,,,,,,,,,,,canary iterations,"""16384"""
///
/// An empty field is a value that was not measured (NaN). Numbers have the shortest digits that
/// read back unchanged.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/measure/run/samples.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/json.hpp"

namespace forewarp::run {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view header =
    "kind,device,job,trial,pass,time [s],clock,at [s],launches,power [W],idle power [W],energy [J],host time [s],SM "
    "clock [Hz],"
    "memory clock [Hz],temperature [C],name,value";
constexpr std::size_t name_column = 16, value_column = 17, columns = 18;

std::string digits(double value) {
  if (std::isnan(value)) return "";
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

/// One line of the file, with what names it in messages.
struct Line {
  std::vector<std::string> fields;
  SourceLocation where;

  [[noreturn]] void fail(std::string_view message) const { throw ParseError(where, message); }
  template <typename T>
  T number(std::size_t column) const {
    const std::string& text = fields[column];
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) fail(fmt::format("'{}' is not a number", text));
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

using Json = nlohmann::ordered_json;

std::string text_in(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? "" : text_of(*found);
}

template <typename T>
T count_in(const nlohmann::json& object, const char* key) {
  return static_cast<T>(std::strtoull(text_in(object, key).c_str(), nullptr, 10));
}

JobRecord job_of(const Line& line) {
  const nlohmann::json facts = parse_flat_object(line.fields[value_column], line.where);
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
  const nlohmann::json facts = parse_flat_object(line.fields[value_column], line.where);
  for (const auto& [key, value] : facts.items()) {
    if (key == "host")
      session.host = text_of(value);
    else if (key == "program")
      session.program = text_of(value);
    else if (key == "synthetic")
      session.synthetic = value == true;
    else
      session.facts[key] = text_of(value);
  }
  return session;
}

/// Names from drivers and job files may hold bytes that are not UTF-8; these are replaced, since
/// refusing them would lose the sample.
std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string json_of(const Session& session) {
  Json json = {{"host", session.host}, {"program", session.program}, {"synthetic", session.synthetic}};
  for (const auto& [key, value] : session.facts) json[key] = value;
  return dumped(json);
}

std::string json_of(const JobRecord& job) {
  return dumped({{"digest", job.digest},
                 {"entry", job.entry},
                 {"shape", job.shape},
                 {"registers", job.kernel.registers},
                 {"max_block", job.kernel.max_block},
                 {"sub_group", job.kernel.sub_group},
                 {"shared_bytes", job.kernel.shared_bytes},
                 {"private_bytes", job.kernel.private_bytes},
                 {"failure", job.failure}});
}

// The identity of a sample. A set of names makes the test for duplicates O(log samples) per put().
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
    append(fmt::format("session,{},,,,,,{},,,,,,,,,,{}", csv_field(session.device), digits(session.at_s),
                       csv_field(json_of(session))));
  }
  void put(const JobRecord& job) override {
    append(
        fmt::format("job,{},{},,,,,,,,,,,,,,,{}", csv_field(job.device), csv_field(job.job), csv_field(json_of(job))));
  }
  void put(const Sample& sample) override;
  void set(const std::string& device, const std::string& name, const std::string& value) override {
    append(fmt::format("setting,{},,,,,,,,,,,,,,,{},{}", csv_field(device), csv_field(name),
                       csv_field(json_string(value))));
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
  // A header that was cut off is a new file too.
  if (text.empty() || (text.find('\n') == std::string::npos && header.starts_with(text))) {
    if (::ftruncate(descriptor_, 0) != 0) fail("cannot write");
    return append(std::string(header));
  }
  if (!text.starts_with(header))
    throw InputError(fmt::format("{}: is not a file of samples: its first line is different", file_.string()));
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
  append(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},,", run::name_of(s.kind), csv_field(s.device),
                     csv_field(s.job), s.trial, s.pass, digits(s.seconds), run::name_of(s.clock), digits(s.at_s),
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
    const nlohmann::json value = parse_flat_object("{\"value\":" + line.fields[value_column] + "}", line.where);
    contents.settings[{line.fields[1], line.fields[name_column]}] = text_of(value.at("value"));
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
  const std::string text = read_file(file_), name = file_.string();
  StoreContents contents;
  Places places;
  std::uint32_t number = 1;
  for (std::size_t from = text.find('\n') + 1; from < text.size(); ++number) {
    const std::size_t end = text.find('\n', from);
    CsvReader record(std::string_view(text).substr(from, end - from), name, number + 1);
    const Line line{record.next(), {name, number + 1, 0}};
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
