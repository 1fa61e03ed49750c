// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/worker.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "forewarp/support/error.hpp"
#include "serve/answer.hpp"
#include "serve/frames.hpp"

namespace forewarp::serve {
namespace {

using Json = nlohmann::ordered_json;

struct Job {
  std::uint64_t id = 0;
  std::string question;
};

/// What the reading thread hands to the answering one.
class Inbox : public Progress {
 public:
  void put(Job job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    changed_.notify_one();
  }
  void cancel(std::uint64_t id) { cancelled_ = id; }
  [[nodiscard]] Job take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !jobs_.empty(); });
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    current_ = job.id;
    return job;
  }
  void advance(std::size_t, std::size_t, std::string_view) override {}
  [[nodiscard]] bool cancelled() const override { return cancelled_ == current_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  std::atomic<std::uint64_t> current_ = 0, cancelled_ = ~std::uint64_t{0};
};

/// Ends the process at the end of the stream: then the server is gone, and nobody waits for an answer.
void read_all(Frames& frames, Inbox& inbox) {
  while (const auto message = frames.read()) {
    const Json json = Json::parse(*message, nullptr, false);
    if (json.is_discarded()) break;
    if (json.contains("cancel"))
      inbox.cancel(json.at("cancel").get<std::uint64_t>());
    else
      inbox.put({json.at("id").get<std::uint64_t>(), json.at("ask").get<std::string>()});
  }
  std::_Exit(0);
}

std::string framed(const Job& job, const char* kind, const Json& json) {
  return Json{{"id", job.id}, {"kind", kind}}.dump() + "\n" + json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string reply(Answerer& answerer, const Job& job, Inbox& inbox) {
  const auto failed = [&](const char* kind, const std::string& message) {
    return framed(job, kind, {{"error", message}, {"kind", kind}});
  };
  try {
    return framed(job, "answer", answerer.answer(parse_question(job.question), &inbox));
  } catch (const InputError& error) {
    return failed("input", error.what());
  } catch (const Unavailable& error) {
    return failed("unavailable", error.what());
  } catch (const Interrupted&) {
    return failed("cancelled", "a newer question took the place of this one");
  } catch (const std::bad_alloc&) {
    return failed("limit", "the kernel needs more memory than an answer may take");
  } catch (const std::exception& error) {
    return failed("fault", error.what());
  }
}

/// The most that it had at a time, bytes.
std::size_t most_resident_bytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<std::size_t>(used.ru_maxrss) * 1024;
}

void restrict_this_process(const WorkerOptions& options) {
  const std::vector<std::filesystem::path> readable = folders_to_read();
  limit_resources(options.limits);
  if (options.landlock) restrict_files(readable, {options.folder});
  refuse_system_calls();
}

}  // namespace

int run_worker(const WorkerOptions& options) {
  // Nothing but frames goes to the server: what anything prints goes to standard error.
  const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  const int in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (out < 0 || in < 0 || nothing < 0) throw Unavailable("the worker has no standard streams");
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  ::dup2(nothing, STDIN_FILENO);
  std::filesystem::current_path(options.folder / "tmp");  // not above the sources, whose names would begin here
  restrict_this_process(options);
  Frames frames(in, out);
  Inbox inbox;
  std::thread([&frames, &inbox] { read_all(frames, inbox); }).detach();
  Answerer answerer(options.folder / "k");
  while (true) {
    const Job job = inbox.take();
    allow_cpu_seconds(options.limits.cpu_s);
    if (!frames.write(reply(answerer, job, inbox))) std::_Exit(0);
    if (most_resident_bytes() > options.max_resident_bytes) std::_Exit(0);
  }
}

}  // namespace forewarp::serve
