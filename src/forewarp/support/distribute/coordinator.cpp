// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The calls of the command's threads; serve.cpp has those of the thread that serves the members.
#include "forewarp/support/distribute/coordinator.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "forewarp/support/distribute/detail/crew.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::distribute {
namespace {

constexpr auto between_looks = std::chrono::milliseconds(100);  // at whether the user wants to stop
constexpr Holder own = 0;

}  // namespace

Coordinator::Coordinator(CoordinatorOptions options)
    : options_(std::move(options)),
      listening_(listen_on_free_port(options_.reach)),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      place_(place_of(listening_, options_.reach)) {
  FOREWARP_ASSERT(options_.secret.size() >= 16, "a secret that cannot be guessed has 16 bytes or more");
  if (!epoll_.is_open() || !wake_.is_open()) throw Unavailable("no file descriptors are left to serve other processes");
  server_ = std::thread([this] { serve(); });
}

Coordinator::~Coordinator() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake();
  server_.join();
}

void Coordinator::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.descriptor(), &one, sizeof one);  // full: it is awake
}

void Coordinator::expect(Identity identity) {
  {
    const std::lock_guard lock(mutex_);
    identity_ = std::move(identity);
  }
  wake();
}

Attendance Coordinator::attendance() const {
  const std::lock_guard lock(mutex_);
  return attendance_;
}

std::string Coordinator::tell(std::string text) {
  {
    const std::lock_guard lock(mutex_);
    told_.push_back(text);
  }
  wake();
  return text;
}

void Coordinator::fail(std::exception_ptr failure) {
  if (!failure_) failure_ = std::move(failure);
  changed_.notify_all();
}

/// The caller holds the lock. Whether it was the first result of the item.
bool Coordinator::keep(Holder holder, std::size_t item, std::string bytes) {
  if (loop_ == nullptr || failure_ || !queue_.finish(holder, item, seconds_now())) return false;
  try {
    loop_->keep(item, std::move(bytes));
  } catch (...) {
    fail(std::current_exception());
  }
  if (queue_.done()) {
    changed_.notify_all();
    wake();
  }
  return true;
}

/// Waits while all items are out. Nothing: the loop is over.
std::optional<std::size_t> Coordinator::next_own(const Loop& loop) {
  std::unique_lock lock(mutex_);
  while (!queue_.done() && !failure_) {
    if (loop.progress != nullptr && loop.progress->cancelled()) return std::nullopt;
    if (options_.works)
      if (const auto item = queue_.take(own, seconds_now())) return item;
    changed_.wait_for(lock, between_looks);
  }
  return std::nullopt;
}

void Coordinator::work(const Loop& loop) {
  while (const auto item = next_own(loop)) {
    try {
      std::string bytes = loop.make(*item);
      const std::lock_guard lock(mutex_);
      (void)keep(own, *item, std::move(bytes));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fail(std::current_exception());
    }
  }
}

void Coordinator::share(const Loop& loop) {
  {
    const std::lock_guard lock(mutex_);
    ++loop_number_;
    queue_ = Queue(loop.count);
    failure_ = nullptr;
    loop_ = &loop;
  }
  wake();
  detail::in_threads(options_.works ? loop.threads : 1, [&] { work(loop); });
  std::exception_ptr failure;
  {
    const std::lock_guard lock(mutex_);
    loop_ = nullptr;
    attendance_.repeated += queue_.repeated();
    failure = std::exchange(failure_, nullptr);
  }
  wake();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace forewarp::distribute
