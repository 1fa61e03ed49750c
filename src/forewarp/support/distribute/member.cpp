// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/member.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "forewarp/support/distribute/detail/crew.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::distribute {
namespace {

constexpr double connect_s = 5, welcome_s = 600, own_beat_every_s = 2, leave_s = 1;
constexpr auto look_every = std::chrono::milliseconds(100);

/// Over loopback where the coordinator is on this machine, else over its addresses in turn; an address that several
/// machines have (that of a container's bridge) may lead to another program, which does not say hello.
Connection connected(const MemberOptions& options) {
  const Place& place = options.place;
  std::vector<std::string> addresses = place.addresses;
  if (place.host == host_name()) addresses.insert(addresses.begin(), "127.0.0.1");
  bool ended = false;
  std::string tried;
  for (const std::string& address : addresses) {
    Attempt attempt = connect_to(address, place.port, connect_s);
    if (attempt.error == 0)
      if (auto connection = Connection::opened(std::move(attempt.socket), options.secret, connect_s))
        return std::move(*connection);
    ended = ended || attempt.error == ECONNREFUSED;
    const char* why = attempt.error == 0 ? "no answer" : std::strerror(attempt.error);
    tried += fmt::format("{}{}: {}", tried.empty() ? "" : ", ", address, why);
  }
  if (ended) throw Dismissed("the first process of the job has ended");  // it listened before it said where
  throw Unavailable(
      fmt::format("cannot reach the first process of the job on {}, port {} ({}); a firewall between the "
                  "machines?",
                  place.host, place.port, tried));
}

void flush_for(Connection& connection, double timeout_s) {
  const double until_s = seconds_now() + timeout_s;
  while (connection.flush() && connection.has_unsent() && seconds_now() < until_s) {
    pollfd wait{connection.socket().descriptor(), POLLOUT, 0};
    ::poll(&wait, 1, 50);
  }
}

/// Sends the greeting and waits for the answer. Throws Dismissed where it is not a welcome.
void introduce(Connection& connection, const MemberOptions& options, const Greeting& greeting) {
  connection.send(Kind::greet, packed(greeting));
  flush_for(connection, connect_s);
  for (const double until_s = seconds_now() + welcome_s; seconds_now() < until_s && !connection.is_gone();) {
    if (!wait_readable(connection.socket(), 1)) {
      connection.send(Kind::beat);
      flush_for(connection, connect_s);
      continue;
    }
    if (options.heard) options.heard();
    for (const Frame& frame : connection.receive()) {
      if (frame.kind == Kind::welcome) return;
      if (frame.kind == Kind::refuse) throw Dismissed(frame.body);
      if (frame.kind == Kind::leave) throw Dismissed("the first process of the job has ended");
    }
  }
  throw Dismissed("the first process of the job does not answer");
}

Failure failure_now() {
  try {
    throw;
  } catch (const Interrupted& error) {
    return {FailureKind::stopped, "it was stopped"};
  } catch (const InputError& error) {
    return {FailureKind::input, error.what()};
  } catch (const Unavailable& error) {
    return {FailureKind::unavailable, error.what()};
  } catch (const DeviceError& error) {
    return {FailureKind::unavailable, error.what()};
  } catch (const std::bad_alloc&) {
    return {FailureKind::unavailable, "its memory is used up"};
  } catch (const std::exception& error) {
    return {FailureKind::other, error.what()};
  }
}

}  // namespace

Member::Member(MemberOptions options, const Identity& identity)
    : options_(std::move(options)), connection_(connected(options_)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  introduce(connection_, options_, {.rank = options_.rank, .host = host_name(), .identity = identity, .failure = {}});
  if (!wake_.is_open()) throw Unavailable("no file descriptors are left");
  server_ = std::thread([this] { serve(); });
}

void Member::excuse(MemberOptions options, const std::string& why) {
  Connection connection = connected(options);
  introduce(connection, options,
            {.rank = options.rank, .host = host_name(), .identity = {}, .failure = why.empty() ? "it failed" : why});
  throw Dismissed(why);
}

Member::~Member() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
    if (!ended_) connection_.send(Kind::leave);
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.descriptor(), &one, sizeof one);
  server_.join();
}

void Member::send(Kind kind, std::string_view body) {
  {
    const std::lock_guard lock(mutex_);
    connection_.send(kind, body);
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake_.descriptor(), &one, sizeof one);  // full: it is awake
}

/// The caller holds the lock.
void Member::end(const std::string& why) {
  if (!ended_) ended_ = why;
  changed_.notify_all();
}

void Member::answer(const Frame& frame) {
  std::uint64_t loop = 0, item = 0;
  if (frame.kind == Kind::item) {
    unpack(frame.body, loop, item);
    if (loop == loop_number_ && !over_) items_.push_back(item);
  } else if (frame.kind == Kind::over) {
    unpack(frame.body, loop);
    over_ = over_ || loop == loop_number_;
  } else if (frame.kind == Kind::told) {
    std::string text;
    unpack(frame.body, item, text);
    told_[item] = std::move(text);
  } else if (frame.kind == Kind::leave) {
    end("the first process of the job has ended");
  }
  changed_.notify_all();
}

/// Sends what threads have left to be sent, takes what comes, and says every two seconds that it lives.
void Member::serve() {
  double beat_s = seconds_now();
  for (;;) {
    std::array<pollfd, 2> wait = {pollfd{connection_.socket().descriptor(), POLLIN, 0},
                                  pollfd{wake_.descriptor(), POLLIN, 0}};
    {
      const std::lock_guard lock(mutex_);
      if (leaving_) return flush_for(connection_, ended_ ? 0 : leave_s);
      if (connection_.has_unsent()) wait[0].events = POLLIN | POLLOUT;
    }
    ::poll(wait.data(), wait.size(), 500);
    std::uint64_t woken = 0;
    if (wait[1].revents != 0) [[maybe_unused]]
      const ssize_t got = ::read(wake_.descriptor(), &woken, sizeof woken);
    const double now_s = seconds_now();
    const std::lock_guard lock(mutex_);
    try {
      if (wait[0].revents != 0)
        for (const Frame& frame : connection_.receive()) answer(frame);
      if (wait[0].revents != 0 && options_.heard && !ended_) options_.heard();
      if (now_s - beat_s > own_beat_every_s && !ended_) {
        beat_s = now_s;
        connection_.send(Kind::beat);
      }
      if (connection_.is_gone() || !connection_.flush()) end("the first process of the job is gone");
      if (now_s - connection_.heard_s() > options_.silence_s) end("nothing comes from the first process of the job");
    } catch (const InputError& error) {
      end(error.what());
    }
    if (ended_) {
      connection_.close();
      return;
    }
  }
}

/// Nothing: the loop is over for this process.
std::optional<std::size_t> Member::next(const Loop& loop) {
  std::unique_lock lock(mutex_);
  while (!over_ && !failed_ && !ended_) {
    if (loop.progress != nullptr && loop.progress->cancelled()) return std::nullopt;
    if (!items_.empty()) {
      const std::size_t item = items_.front();
      items_.pop_front();
      return item;
    }
    changed_.wait_for(lock, look_every);
  }
  return std::nullopt;
}

void Member::work(const Loop& loop) {
  while (const auto item = next(loop)) {
    try {
      send(Kind::result, packed(loop_number_, std::uint64_t{*item}, loop.make(*item)));
    } catch (...) {
      send(Kind::failed, packed(loop_number_, std::uint64_t{*item}, failure_now()));
      const std::lock_guard lock(mutex_);
      failed_ = true;
      changed_.notify_all();
    }
  }
}

/// After a failure the coordinator decides: it ends the loop, or closes the connection.
void Member::share(const Loop& loop) {
  const unsigned threads = detail::thread_count(loop.threads);
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++loop_number_;
    over_ = failed_ = false;
    items_.clear();
  }
  send(Kind::want, packed(number, std::uint64_t{threads}));
  detail::in_threads(threads, [&] { work(loop); });
  std::unique_lock lock(mutex_);
  if (failed_) changed_.wait(lock, [&] { return over_ || ended_.has_value(); });
  if (ended_) throw Dismissed(*ended_);
  if (failed_) throw Dismissed("the loop failed");
  if (!over_) throw Interrupted();
}

std::string Member::tell(std::string) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = told_number_++;
  }
  send(Kind::ask, packed(number));
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_.has_value() || told_.contains(number); });
  if (!told_.contains(number)) throw Dismissed(*ended_);
  std::string text = std::move(told_.at(number));
  told_.erase(number);
  return text;
}

}  // namespace forewarp::distribute
