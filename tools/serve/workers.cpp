// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "forewarp/support/error.hpp"

namespace forewarp::serve {
namespace {

constexpr std::size_t max_pages = 1024;

Outcome refused(int status, const char* kind, const std::string& message) {
  return {status, nlohmann::json{{"error", message}, {"kind", kind}}.dump()};
}

Outcome superseded() { return refused(200, "superseded", "a newer question took the place of this one"); }
Outcome ending() { return refused(503, "busy", "the server ends"); }

/// A text that does not compile is no failure of the request.
int status_of(const std::string& kind) { return kind == "fault" ? 500 : 200; }

}  // namespace

Workers::Workers(WorkersOptions options) : options_(std::move(options)), slots_(options_.count) {
  for (const char* name : {"tmp", "cache", "k"}) std::filesystem::create_directories(options_.folder / name);
  for (Slot& slot : slots_) slot.process = std::make_unique<WorkerProcess>(options_.command, options_.folder);
}

Workers::~Workers() { stop(); }

bool Workers::is_superseded(const std::string& page, std::uint64_t number) const {
  const auto found = pages_.find(page);
  return found != pages_.end() && found->second.newest > number;
}

void Workers::forget_old_pages() {
  if (pages_.size() <= max_pages) return;
  const auto oldest = std::ranges::min_element(pages_, {}, [](const auto& page) { return page.second.used; });
  pages_.erase(oldest);
}

/// Older questions of the page stop.
void Workers::announce(const std::string& page, std::uint64_t number) {
  Page& known = pages_[page];
  known.newest = std::max(known.newest, number);
  known.used = ++used_;
  for (Slot& slot : slots_)
    if (slot.is_busy && slot.page == page && slot.number < number) slot.process->cancel(slot.id);
  forget_old_pages();
  changed_.notify_all();
}

/// The one that knows the page's kernel, else any.
Workers::Slot* Workers::free_slot(const std::string& page) {
  Slot* any = nullptr;
  for (Slot& slot : slots_) {
    if (slot.is_busy) continue;
    if (slot.page == page) return &slot;
    if (any == nullptr) any = &slot;
  }
  return any;
}

Outcome Workers::answer(const std::string& page, std::uint64_t number, const std::string& question) {
  std::unique_lock lock(mutex_);
  if (stopped_) return ending();
  if (is_superseded(page, number)) return superseded();
  if (waiting_ >= options_.max_waiting) return refused(503, "busy", "too many questions wait for an answer");
  announce(page, number);
  Slot* slot = nullptr;
  ++waiting_;
  changed_.wait(lock, [&] {
    if (stopped_ || is_superseded(page, number)) return true;
    slot = free_slot(page);
    return slot != nullptr;
  });
  --waiting_;
  if (stopped_) return ending();
  if (is_superseded(page, number)) return superseded();
  slot->is_busy = true;
  slot->page = page;
  slot->number = number;
  slot->id = ++ids_;
  lock.unlock();
  Outcome outcome = work(*slot, question);
  lock.lock();
  slot->is_busy = false;
  const bool is_late = is_superseded(page, number);
  changed_.notify_all();
  return is_late ? superseded() : outcome;
}

void Workers::renew(Slot& slot) {
  auto process = std::make_unique<WorkerProcess>(options_.command, options_.folder);
  const std::lock_guard lock(mutex_);
  slot.process.swap(process);
  slot.answered = false;
}

/// Until the time is up, or a worker that was asked to stop has had the time to.
WorkerProcess::Reply Workers::wait_for(Slot& slot) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds between_looks{100};
  auto deadline = Clock::now() + options_.time_limit;
  bool asked_to_stop = false;
  while (true) {
    WorkerProcess::Reply reply = slot.process->receive(between_looks);
    if (reply.ending != WorkerProcess::Ending::timed_out) return reply;
    if (!asked_to_stop) {
      const std::lock_guard lock(mutex_);
      asked_to_stop = is_superseded(slot.page, slot.number);
      if (asked_to_stop) deadline = std::min(deadline, Clock::now() + options_.to_stop);
    }
    if (Clock::now() > deadline) return reply;
  }
}

/// The slot is this thread's, except for cancel() and kill() of its process.
Outcome Workers::work(Slot& slot, const std::string& question) {
  try {
    if (!slot.process) renew(slot);
    WorkerProcess::Reply reply;
    const bool was_alive = slot.process->send(slot.id, question);
    if (was_alive) reply = wait_for(slot);
    // A worker that ended after its last answer is no fault of this question.
    if (reply.ending == WorkerProcess::Ending::ended && (!was_alive || slot.answered) && !stopped_) {
      renew(slot);
      if (slot.process->send(slot.id, question)) reply = wait_for(slot);
    }
    slot.answered = reply.ending == WorkerProcess::Ending::answered;
    if (!slot.answered && !stopped_) renew(slot);
    return outcome_of(slot, reply);
  } catch (const Error& error) {
    return refused(500, "fault", error.what());
  }
}

Outcome Workers::outcome_of(const Slot& slot, const WorkerProcess::Reply& reply) const {
  if (reply.ending == WorkerProcess::Ending::timed_out)
    return refused(200, "limit",
                   fmt::format("no answer within {} s: the kernel takes too long to compile or to emulate; choose "
                               "smaller sizes",
                               options_.time_limit.count() / 1000));
  if (reply.ending == WorkerProcess::Ending::ended)
    return refused(200, "limit", "the kernel needs more time or memory than an answer may take, or broke its worker");
  const std::size_t end = std::min(reply.message.find('\n'), reply.message.size());
  const auto head = nlohmann::json::parse(reply.message.substr(0, end), nullptr, false);
  if (!head.is_object() || head.value("id", std::uint64_t{0}) != slot.id || end == reply.message.size())
    return refused(500, "fault", "the worker answered another question");
  return {status_of(head.value("kind", "")), reply.message.substr(end + 1)};
}

void Workers::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (Slot& slot : slots_)
      if (slot.process) slot.process->kill();
  }
  changed_.notify_all();
}

}  // namespace forewarp::serve
