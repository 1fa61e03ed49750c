// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// In a write-ahead log a committed row outlives a kill at any moment; that the disk has it too (a power failure) is
/// sure from the next checkpoint on: waiting for the disk after every launch would disturb what is measured.
#include <fmt/format.h>

#include "forewarp/measure/run/samples.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/sqlite.hpp"

namespace forewarp::run {
namespace fs = std::filesystem;
namespace {

// locking_mode: two processes that measure at once would disturb each other.
constexpr const char* pragmas =
    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = "
    "OFF;";
// Devices have numbers, as their names are long and in every row. A sample's primary key is its
// name, so the database itself refuses a second one; put() finds this out from the number of
// changed rows, which costs no query.
constexpr const char* schema = R"(
CREATE TABLE IF NOT EXISTS devices (id INTEGER PRIMARY KEY, device TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS sessions (id INTEGER PRIMARY KEY, device INTEGER NOT NULL, at REAL NOT NULL,
  host TEXT NOT NULL, program TEXT NOT NULL, synthetic INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS facts (session INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (session, name));
CREATE TABLE IF NOT EXISTS jobs (device INTEGER NOT NULL, job TEXT NOT NULL, digest TEXT NOT NULL, entry TEXT NOT NULL,
  shape TEXT NOT NULL, registers INTEGER, max_block INTEGER, sub_group INTEGER, shared_bytes INTEGER,
  private_bytes INTEGER, failure TEXT NOT NULL, PRIMARY KEY (device, job));
CREATE TABLE IF NOT EXISTS samples (device INTEGER NOT NULL, job TEXT NOT NULL, kind TEXT NOT NULL,
  trial INTEGER NOT NULL, pass INTEGER NOT NULL, seconds REAL NOT NULL, clock TEXT NOT NULL, at REAL NOT NULL,
  launches INTEGER NOT NULL, watts REAL, idle_watts REAL,
  joules REAL, host_seconds REAL, sm_clock_hz REAL, memory_clock_hz REAL, celsius REAL, PRIMARY KEY (device, job, kind, trial));
CREATE TABLE IF NOT EXISTS settings (device INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (device, name));
)";

/// Counts and flags have 32 bits or fewer, SQLite's integers 64.
std::uint32_t count_of(SqliteStatement& row) { return static_cast<std::uint32_t>(row.integer()); }

class SqliteStore final : public SampleStore {
 public:
  explicit SqliteStore(const fs::path& file);

  StoreContents read() override;
  void put(const Session& session) override;
  void put(const JobRecord& job) override;
  void put(const Sample& sample) override;
  void set(const std::string& device, const std::string& name, const std::string& value) override;

 private:
  void add_columns_of_today();
  std::int64_t id_of(const std::string& device);
  void read_sessions(StoreContents& contents);
  void read_jobs(StoreContents& contents);
  void read_samples(StoreContents& contents);
  [[nodiscard]] Sample sample_of(SqliteStatement& row) const;

  fs::path file_;
  SqliteDatabase db_;
  std::map<std::string, std::int64_t> ids_;
};

SqliteStore::SqliteStore(const fs::path& file) : file_(file), db_(file, SqliteDatabase::Mode::create) {
  db_.run(pragmas);
  db_.run(schema);
  add_columns_of_today();
}

/// Adds the columns that stores of older versions lack. The five came together, so one of them
/// stands for all. Their old rows have NULL, which is read as NaN: not measured.
void SqliteStore::add_columns_of_today() {
  const auto has_them = [this] {
    SqliteStatement columns =
        db_.prepare("SELECT count(*) FROM pragma_table_info('samples') WHERE name = 'host_seconds'");
    return columns.step() && columns.integer() != 0;
  };
  if (has_them()) return;
  for (const char* name : {"joules", "host_seconds", "sm_clock_hz", "memory_clock_hz", "celsius"})
    db_.run(fmt::format("ALTER TABLE samples ADD COLUMN {} REAL", name));
}

std::int64_t SqliteStore::id_of(const std::string& device) {
  const auto known = ids_.find(device);
  if (known != ids_.end()) return known->second;
  db_.prepare("INSERT OR IGNORE INTO devices (device) VALUES (?)").bind(device).step();
  SqliteStatement query = db_.prepare("SELECT id FROM devices WHERE device = ?");
  if (!query.bind(device).step()) db_.fail("a device is missing from its table");
  return ids_[device] = query.integer();
}

void SqliteStore::put(const Session& session) {
  const std::int64_t device = id_of(session.device);
  db_.run("BEGIN");
  db_.prepare("INSERT INTO sessions (device, at, host, program, synthetic) VALUES (?, ?, ?, ?, ?)")
      .bind(device)
      .bind(session.at_s)
      .bind(session.host)
      .bind(session.program)
      .bind(std::int64_t{session.synthetic})
      .step();
  // Session and facts in one transaction: a kill leaves either both or neither.
  const std::int64_t id = db_.last_inserted_id();
  for (const auto& [name, value] : session.facts)
    db_.prepare("INSERT INTO facts VALUES (?, ?, ?)").bind(id).bind(name).bind(value).step();
  db_.run("COMMIT");
}

void SqliteStore::put(const JobRecord& job) {
  db_.prepare("INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(id_of(job.device))
      .bind(job.job)
      .bind(job.digest)
      .bind(job.entry)
      .bind(job.shape)
      .bind(std::int64_t{job.kernel.registers})
      .bind(std::int64_t{job.kernel.max_block})
      .bind(std::int64_t{job.kernel.sub_group})
      .bind(static_cast<std::int64_t>(job.kernel.shared_bytes))
      .bind(static_cast<std::int64_t>(job.kernel.private_bytes))
      .bind(job.failure)
      .step();
}

void SqliteStore::put(const Sample& s) {
  SqliteStatement query = db_.prepare(
      "INSERT OR IGNORE INTO samples (device, job, kind, trial, pass, seconds, clock, at, launches, watts, idle_watts, "
      "joules, host_seconds, sm_clock_hz, memory_clock_hz, celsius) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  query.bind(id_of(s.device)).bind(s.job).bind(name_of(s.kind)).bind(std::int64_t{s.trial}).bind(std::int64_t{s.pass});
  query.bind(s.seconds).bind(name_of(s.clock)).bind(s.at_s).bind(static_cast<std::int64_t>(s.launches));
  query.bind(s.watts).bind(s.idle_watts).bind(s.joules).bind(s.host_seconds);
  query.bind(s.sm_clock_hz).bind(s.memory_clock_hz).bind(s.celsius).step();
  if (db_.changed_rows() == 0)
    throw InputError(
        fmt::format("{}: {} {} of job '{}' is there already", file_.string(), name_of(s.kind), s.trial, s.job));
}

void SqliteStore::set(const std::string& device, const std::string& name, const std::string& value) {
  db_.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)").bind(id_of(device)).bind(name).bind(value).step();
}

void SqliteStore::read_sessions(StoreContents& contents) {
  SqliteStatement sessions = db_.prepare(
      "SELECT s.id, d.device, at, host, program, synthetic FROM sessions s JOIN devices d ON s.device = d.id "
      "ORDER BY s.id");
  while (sessions.step()) {
    const std::int64_t id = sessions.integer();
    Session session{.device = sessions.text(),
                    .at_s = sessions.real(),
                    .host = sessions.text(),
                    .program = sessions.text(),
                    .synthetic = sessions.integer() != 0,
                    .facts = {}};
    SqliteStatement facts = db_.prepare("SELECT name, value FROM facts WHERE session = ?");
    facts.bind(id);
    while (facts.step()) {
      std::string name = facts.text();
      session.facts[std::move(name)] = facts.text();
    }
    contents.sessions.push_back(std::move(session));
  }
}

void SqliteStore::read_jobs(StoreContents& contents) {
  SqliteStatement jobs = db_.prepare(
      "SELECT d.device, job, digest, entry, shape, registers, max_block, sub_group, shared_bytes, private_bytes, "
      "failure FROM jobs j JOIN devices d ON j.device = d.id ORDER BY j.rowid");
  while (jobs.step())
    contents.jobs.push_back({.device = jobs.text(),
                             .job = jobs.text(),
                             .digest = jobs.text(),
                             .entry = jobs.text(),
                             .shape = jobs.text(),
                             .kernel = {.registers = count_of(jobs),
                                        .max_block = count_of(jobs),
                                        .sub_group = count_of(jobs),
                                        .shared_bytes = static_cast<std::uint64_t>(jobs.integer()),
                                        .private_bytes = static_cast<std::uint64_t>(jobs.integer())},
                             .failure = jobs.text()});
}

Sample SqliteStore::sample_of(SqliteStatement& row) const {
  Sample sample{.device = row.text(), .job = row.text()};
  const std::string kind = row.text();
  sample.trial = count_of(row);
  sample.pass = count_of(row);
  sample.seconds = row.real();
  const std::string clock = row.text();
  sample.at_s = row.real();
  sample.launches = static_cast<std::uint64_t>(row.integer());
  sample.watts = row.real();
  sample.idle_watts = row.real();
  sample.joules = row.real();
  sample.host_seconds = row.real();
  sample.sm_clock_hz = row.real();
  sample.memory_clock_hz = row.real();
  sample.celsius = row.real();
  bool known = false;
  for (const SampleKind k : {SampleKind::trial, SampleKind::canary, SampleKind::power})
    if (name_of(k) == kind) sample.kind = k, known = true;
  if (!known) throw InputError(fmt::format("{}: there is no kind of sample '{}'", file_.string(), kind));
  for (const Clock c : {Clock::events, Clock::host, Clock::model})
    if (name_of(c) == clock) sample.clock = c;
  return sample;
}

void SqliteStore::read_samples(StoreContents& contents) {
  SqliteStatement samples = db_.prepare(
      "SELECT d.device, job, kind, trial, pass, seconds, clock, at, launches, watts, idle_watts, joules, "
      "host_seconds, sm_clock_hz, memory_clock_hz, celsius FROM samples s JOIN devices d ON s.device = d.id "
      "ORDER BY s.rowid");
  while (samples.step()) contents.samples.push_back(sample_of(samples));
}

StoreContents SqliteStore::read() {
  StoreContents contents;
  read_sessions(contents);
  read_jobs(contents);
  read_samples(contents);
  SqliteStatement settings =
      db_.prepare("SELECT d.device, name, value FROM settings s JOIN devices d ON s.device = d.id");
  while (settings.step()) {
    std::string device = settings.text(), name = settings.text();
    contents.settings[{std::move(device), std::move(name)}] = settings.text();
  }
  return contents;
}

}  // namespace

std::unique_ptr<SampleStore> open_sqlite_store(const fs::path& file) { return std::make_unique<SqliteStore>(file); }

}  // namespace forewarp::run
