// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// In a write-ahead log a committed row outlives a kill at any moment; that the disk has it too (a power failure) is
/// sure from the next checkpoint on: waiting for the disk after every launch would disturb what is measured.
#include <sqlite3.h>

#include <fmt/format.h>

#include "forewarp/measure/run/samples.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace fs = std::filesystem;
namespace {

// locking_mode: two processes that measure at once would disturb each other.
constexpr const char* pragmas =
    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = "
    "OFF;";
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

class SqliteStore;

/// One use of a prepared statement: bind in order, step, read in order.
class Query {
 public:
  Query(const SqliteStore& store, const char* text);
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  Query& bind(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Query& bind(std::string_view text) { return bind(std::string(text)); }
  Query& bind(double value) {  // NaN is stored as NULL
    sqlite3_bind_double(statement_, ++bound_, value);
    return *this;
  }
  Query& bind(std::int64_t value) {
    sqlite3_bind_int64(statement_, ++bound_, value);
    return *this;
  }
  bool step();

  std::string text() {
    const int at = column_++;
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, at));
    return bytes == nullptr ? "" : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, at)));
  }
  double real() {
    const int at = column_++;
    return sqlite3_column_type(statement_, at) == SQLITE_NULL ? not_measured : sqlite3_column_double(statement_, at);
  }
  std::int64_t integer() { return sqlite3_column_int64(statement_, column_++); }
  std::uint32_t count() { return static_cast<std::uint32_t>(integer()); }

 private:
  const SqliteStore& store_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0, column_ = 0;
};

class SqliteStore final : public SampleStore {
 public:
  explicit SqliteStore(const fs::path& file);
  ~SqliteStore() override { sqlite3_close(db_); }
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;

  StoreContents read() override;
  void put(const Session& session) override;
  void put(const JobRecord& job) override;
  void put(const Sample& sample) override;
  void set(const std::string& device, const std::string& name, const std::string& value) override;

  [[nodiscard]] sqlite3* handle() const { return db_; }
  [[noreturn]] void fail() const {
    if (sqlite3_errcode(db_) == SQLITE_BUSY || sqlite3_errcode(db_) == SQLITE_LOCKED)
      throw InputError(fmt::format("{}: another process has it open", file_.string()));
    throw InputError(fmt::format("{}: {}", file_.string(), sqlite3_errmsg(db_)));
  }

 private:
  void run(const char* statements) {
    if (sqlite3_exec(db_, statements, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }
  void add_columns_of_today();
  std::int64_t id_of(const std::string& device);
  void read_sessions(StoreContents& contents);
  void read_jobs(StoreContents& contents);
  void read_samples(StoreContents& contents);
  [[nodiscard]] Sample sample_of(Query& row) const;

  fs::path file_;
  sqlite3* db_ = nullptr;
  std::map<std::string, std::int64_t> ids_;
};

Query::Query(const SqliteStore& store, const char* text) : store_(store) {
  if (sqlite3_prepare_v2(store.handle(), text, -1, &statement_, nullptr) != SQLITE_OK) store.fail();
}

bool Query::step() {
  column_ = 0;
  const int status = sqlite3_step(statement_);
  if (status != SQLITE_ROW && status != SQLITE_DONE) store_.fail();
  return status == SQLITE_ROW;
}

SqliteStore::SqliteStore(const fs::path& file) : file_(file) {
  const int status = sqlite3_open_v2(file.c_str(), &db_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  try {
    if (status != SQLITE_OK) fail();
    run(pragmas);
    run(schema);
    add_columns_of_today();
  } catch (...) {
    sqlite3_close(db_);
    throw;
  }
}

/// Adds the columns that stores of older versions lack.
void SqliteStore::add_columns_of_today() {
  const auto has_them = [this] {
    Query columns(*this, "SELECT count(*) FROM pragma_table_info('samples') WHERE name = 'host_seconds'");
    return columns.step() && columns.integer() != 0;
  };
  if (has_them()) return;
  for (const char* name : {"joules", "host_seconds", "sm_clock_hz", "memory_clock_hz", "celsius"})
    run(fmt::format("ALTER TABLE samples ADD COLUMN {} REAL", name).c_str());
}

std::int64_t SqliteStore::id_of(const std::string& device) {
  const auto known = ids_.find(device);
  if (known != ids_.end()) return known->second;
  Query(*this, "INSERT OR IGNORE INTO devices (device) VALUES (?)").bind(device).step();
  Query query(*this, "SELECT id FROM devices WHERE device = ?");
  if (!query.bind(device).step()) fail();
  return ids_[device] = query.integer();
}

void SqliteStore::put(const Session& session) {
  const std::int64_t device = id_of(session.device);
  run("BEGIN");
  Query(*this, "INSERT INTO sessions (device, at, host, program, synthetic) VALUES (?, ?, ?, ?, ?)")
      .bind(device)
      .bind(session.at_s)
      .bind(session.host)
      .bind(session.program)
      .bind(std::int64_t{session.synthetic})
      .step();
  const std::int64_t id = sqlite3_last_insert_rowid(db_);
  for (const auto& [name, value] : session.facts)
    Query(*this, "INSERT INTO facts VALUES (?, ?, ?)").bind(id).bind(name).bind(value).step();
  run("COMMIT");
}

void SqliteStore::put(const JobRecord& job) {
  Query(*this, "INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
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
  Query query(
      *this,
      "INSERT OR IGNORE INTO samples (device, job, kind, trial, pass, seconds, clock, at, launches, watts, idle_watts, "
      "joules, host_seconds, sm_clock_hz, memory_clock_hz, celsius) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  query.bind(id_of(s.device)).bind(s.job).bind(name_of(s.kind)).bind(std::int64_t{s.trial}).bind(std::int64_t{s.pass});
  query.bind(s.seconds).bind(name_of(s.clock)).bind(s.at_s).bind(static_cast<std::int64_t>(s.launches));
  query.bind(s.watts).bind(s.idle_watts).bind(s.joules).bind(s.host_seconds);
  query.bind(s.sm_clock_hz).bind(s.memory_clock_hz).bind(s.celsius).step();
  if (sqlite3_changes(db_) == 0)
    throw InputError(
        fmt::format("{}: {} {} of job '{}' is there already", file_.string(), name_of(s.kind), s.trial, s.job));
}

void SqliteStore::set(const std::string& device, const std::string& name, const std::string& value) {
  Query(*this, "INSERT OR REPLACE INTO settings VALUES (?, ?, ?)").bind(id_of(device)).bind(name).bind(value).step();
}

void SqliteStore::read_sessions(StoreContents& contents) {
  Query sessions(
      *this,
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
    Query facts(*this, "SELECT name, value FROM facts WHERE session = ?");
    facts.bind(id);
    while (facts.step()) {
      std::string name = facts.text();
      session.facts[std::move(name)] = facts.text();
    }
    contents.sessions.push_back(std::move(session));
  }
}

void SqliteStore::read_jobs(StoreContents& contents) {
  Query jobs(
      *this,
      "SELECT d.device, job, digest, entry, shape, registers, max_block, sub_group, shared_bytes, private_bytes, "
      "failure FROM jobs j JOIN devices d ON j.device = d.id ORDER BY j.rowid");
  while (jobs.step())
    contents.jobs.push_back({.device = jobs.text(),
                             .job = jobs.text(),
                             .digest = jobs.text(),
                             .entry = jobs.text(),
                             .shape = jobs.text(),
                             .kernel = {.registers = jobs.count(),
                                        .max_block = jobs.count(),
                                        .sub_group = jobs.count(),
                                        .shared_bytes = static_cast<std::uint64_t>(jobs.integer()),
                                        .private_bytes = static_cast<std::uint64_t>(jobs.integer())},
                             .failure = jobs.text()});
}

Sample SqliteStore::sample_of(Query& row) const {
  Sample sample{.device = row.text(), .job = row.text()};
  const std::string kind = row.text();
  sample.trial = row.count();
  sample.pass = row.count();
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
  Query samples(*this,
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
  Query settings(*this, "SELECT d.device, name, value FROM settings s JOIN devices d ON s.device = d.id");
  while (settings.step()) {
    std::string device = settings.text(), name = settings.text();
    contents.settings[{std::move(device), std::move(name)}] = settings.text();
  }
  return contents;
}

}  // namespace

std::unique_ptr<SampleStore> open_sqlite_store(const fs::path& file) { return std::make_unique<SqliteStore>(file); }

}  // namespace forewarp::run
