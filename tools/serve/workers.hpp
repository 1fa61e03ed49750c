// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A few workers for the questions of many pages. Each page counts its questions; one that is newer than another of
/// the same page takes its place: the old one is answered "superseded" at once if it waits, and as soon as the worker
/// stops if it is being worked on. A page's next question goes to the worker that had the last, which has kept what
/// was compiled for it.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "serve/worker_process.hpp"

namespace forewarp::serve {

struct WorkersOptions {
  std::vector<std::string> command;  ///< starts a worker
  std::filesystem::path folder;      ///< for the workers' files
  unsigned count = 2;
  std::size_t max_waiting = 256;
  std::chrono::milliseconds time_limit{20000};  ///< of one question, from when a worker takes it
  std::chrono::milliseconds to_stop{1500};      ///< of a worker that was asked to stop
};

/// Status of HTTP with the JSON of an answer, or {"error": "...", "kind": "..."}. A question whose answer is that it
/// cannot be answered (kind: input, unavailable, cancelled, superseded, limit) has status 200; 500 is our fault, 503 a
/// server that ends or has too much to do.
struct Outcome {
  int status = 200;
  std::string json;
};

class Workers {
 public:
  explicit Workers(WorkersOptions options);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Waits for the answer. `page` names the page that asks; of its questions the one with the highest number counts.
  [[nodiscard]] Outcome answer(const std::string& page, std::uint64_t number, const std::string& question);
  /// All that wait are refused, all that work are ended.
  void stop();

 private:
  struct Slot {
    std::unique_ptr<WorkerProcess> process;
    bool is_busy = false;
    std::string page;                  ///< that it answered last
    std::uint64_t number = 0, id = 0;  ///< the page's number of the question, and ours
    bool answered = false;             ///< the process answered its last question
  };
  struct Page {
    std::uint64_t newest = 0, used = 0;
  };
  bool is_superseded(const std::string& page, std::uint64_t number) const;
  void announce(const std::string& page, std::uint64_t number);
  Slot* free_slot(const std::string& page);
  Outcome work(Slot& slot, const std::string& question);
  WorkerProcess::Reply wait_for(Slot& slot);
  void renew(Slot& slot);
  Outcome outcome_of(const Slot& slot, const WorkerProcess::Reply& reply) const;
  void forget_old_pages();

  WorkersOptions options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Slot> slots_;
  std::map<std::string, Page> pages_;
  std::uint64_t ids_ = 0, used_ = 0;
  std::size_t waiting_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace forewarp::serve
