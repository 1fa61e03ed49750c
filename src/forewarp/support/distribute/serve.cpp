// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The thread of the coordinator that serves the members. It waits for bytes, answers the frames that are whole, and
// twice a second looks after what time decides: members that are silent, and items that are overdue. Only this thread
// touches guests_; what it shares with the command's threads it takes under mutex_.
#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "forewarp/support/distribute/coordinator.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::distribute {
namespace {

constexpr double look_every_s = 0.5, beat_every_s = 2, greeting_s = 10, farewell_s = 5;
constexpr std::size_t max_strangers = 256;  // connections that have not shown yet that they are of this job
constexpr Holder of_listening = ~Holder{0}, of_wake = ~Holder{1};

void watch(const Socket& epoll, int operation, const Socket& socket, Holder holder, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = holder;
  ::epoll_ctl(epoll.descriptor(), operation, socket.descriptor(), &event);
}

std::string name_of(const Greeting& greeting) {
  return fmt::format("process {} of the job, on {},", greeting.rank, greeting.host);
}

/// Why a member with this identity cannot take part; empty: it can.
std::string difference(const Identity& expected, const Identity& actual) {
  for (const Trait& trait : expected) {
    const auto found = std::ranges::find(actual, trait.name, &Trait::name);
    if (found == actual.end() || found->value != trait.value)
      return fmt::format("{} is not that of the first process", trait.name);
  }
  return actual.size() == expected.size() ? "" : "it was built from another version of forewarp";
}

std::exception_ptr exception_of(const Failure& failure) {
  return failure.kind == FailureKind::input ? std::make_exception_ptr(InputError(failure.what))
                                            : std::make_exception_ptr(Error(failure.what));
}

}  // namespace

void Coordinator::note(const std::string& text) const {
  if (options_.note) options_.note(text);
}

void Coordinator::serve() {
  watch(epoll_, EPOLL_CTL_ADD, listening_, of_listening, EPOLLIN);
  watch(epoll_, EPOLL_CTL_ADD, wake_, of_wake, EPOLLIN);
  double looked_s = seconds_now();
  for (bool ending = false; !ending;) {
    wait_for_events(look_every_s);
    if (const double now_s = seconds_now(); now_s - looked_s >= look_every_s) {
      looked_s = now_s;
      look_after(now_s);
    }
    for (const Holder holder : std::exchange(gone_, {})) guests_.erase(holder);
    const std::lock_guard lock(mutex_);
    ending = ending_;
  }
  say_farewell();
}

void Coordinator::wait_for_events(double timeout_s) {
  std::array<epoll_event, 256> events{};
  const int count = ::epoll_wait(epoll_.descriptor(), events.data(), static_cast<int>(events.size()),
                                 static_cast<int>(timeout_s * 1000));
  for (int i = 0; i < count; ++i) {
    const Holder holder = events[static_cast<std::size_t>(i)].data.u64;
    if (holder == of_listening) {
      admit();
    } else if (holder == of_wake) {
      std::uint64_t woken = 0;
      [[maybe_unused]] const ssize_t got = ::read(wake_.descriptor(), &woken, sizeof woken);
      attend_all();
    } else {
      on_event(holder);
    }
  }
}

void Coordinator::admit() {
  while (auto socket = accept_one(listening_)) {
    const auto unknown = std::ranges::count_if(guests_, [](const auto& g) { return !g.second.greeting; });
    if (static_cast<std::size_t>(unknown) >= max_strangers) return;  // closes it
    const Holder holder = next_holder_++;
    Guest& guest =
        guests_.emplace(holder, Guest(Connection::accepted(std::move(*socket), options_.secret))).first->second;
    watch(epoll_, EPOLL_CTL_ADD, guest.connection.socket(), holder, EPOLLIN);
    flush(holder, guest);
  }
}

void Coordinator::on_event(Holder holder) {
  const auto found = guests_.find(holder);
  if (found == guests_.end() || found->second.dropped) return;
  Guest& guest = found->second;
  try {
    for (const Frame& frame : guest.connection.receive()) answer(holder, guest, frame);
  } catch (const InputError& error) {
    return drop(holder, error.what());
  }
  if (guest.connection.is_gone()) return drop(holder, "its connection closed");
  attend(holder, guest);
}

void Coordinator::answer(Holder holder, Guest& guest, const Frame& frame) {
  if (!guest.greeting.has_value() != (frame.kind == Kind::greet)) throw InputError("it sent frames in a wrong order");
  switch (frame.kind) {
    case Kind::greet:
      unpack(frame.body, guest.greeting.emplace());
      return;
    case Kind::want:
      unpack(frame.body, guest.loop, guest.wants);
      return;
    case Kind::result:
      return result_of(holder, guest, frame);
    case Kind::failed:
      return failure_of(guest, frame);
    case Kind::ask:
      unpack(frame.body, guest.asks.emplace());
      return;
    case Kind::beat:
      return;
    case Kind::leave:
      guest.leaving = true;
      return;
    case Kind::welcome:
    case Kind::refuse:
    case Kind::item:
    case Kind::over:
    case Kind::told:
      break;
  }
  throw InputError("it sent a frame that only the first process sends");
}

void Coordinator::result_of(Holder holder, Guest& guest, const Frame& frame) {
  std::uint64_t loop = 0, item = 0;
  std::string bytes;
  unpack(frame.body, loop, item, bytes);
  if (loop == guest.loop) ++guest.wants;
  const std::lock_guard lock(mutex_);
  if (loop == loop_number_) (void)keep(holder, item, std::move(bytes));
}

/// An error that every process would meet is the result of the loop. One of this machine costs its process.
void Coordinator::failure_of(const Guest& guest, const Frame& frame) {
  std::uint64_t loop = 0, item = 0;
  Failure failure;
  unpack(frame.body, loop, item, failure);
  if (failure.kind == FailureKind::unavailable || failure.kind == FailureKind::stopped) throw InputError(failure.what);
  const std::lock_guard lock(mutex_);
  if (loop == loop_number_ && loop == guest.loop && loop_ != nullptr) fail(exception_of(failure));
}

/// Refuses who is of another kind; the others are welcome.
void Coordinator::greet(Guest& guest) {
  std::string why = guest.greeting->failure;
  {
    const std::lock_guard lock(mutex_);
    if (!identity_) return;  // later
    if (why.empty()) why = difference(*identity_, guest.greeting->identity);
    ++(why.empty() ? attendance_.joined : attendance_.refused);
  }
  guest.welcome = true;
  if (why.empty()) return guest.connection.send(Kind::welcome);
  guest.leaving = true;
  guest.connection.send(Kind::refuse, why);
  note(fmt::format("{} takes no part: {}", name_of(*guest.greeting), why));
}

/// Gives the member what it waits for, as far as there is something.
void Coordinator::attend(Holder holder, Guest& guest) {
  if (guest.greeting && !guest.welcome) greet(guest);
  {
    const std::lock_guard lock(mutex_);
    const bool open = loop_ != nullptr && !failure_ && !queue_.done();
    while (guest.wants > 0 && guest.loop == loop_number_ && open) {
      const auto item = queue_.take(holder, seconds_now());
      if (!item) break;
      --guest.wants;
      guest.connection.send(Kind::item, packed(guest.loop, std::uint64_t{*item}));
    }
    if (guest.loop > 0 && (guest.loop < loop_number_ || (guest.loop == loop_number_ && !open))) {
      guest.connection.send(Kind::over, packed(guest.loop));
      guest.loop = guest.wants = 0;
    }
    if (guest.asks && *guest.asks < told_.size()) {
      guest.connection.send(Kind::told, packed(*guest.asks, told_[*guest.asks]));
      guest.asks.reset();
    }
  }
  flush(holder, guest);
}

void Coordinator::attend_all() {
  for (auto& [holder, guest] : guests_)
    if (!guest.dropped) attend(holder, guest);
}

void Coordinator::look_after(double now_s) {
  for (auto& [holder, guest] : guests_) {
    if (guest.dropped) continue;
    const double silent_s = now_s - guest.connection.heard_s();
    if (guest.greeting ? silent_s > options_.silence_s : now_s - guest.since_s > greeting_s) {
      drop(holder, fmt::format("nothing came from it for {:.0f} s", silent_s));
      continue;
    }
    if (guest.greeting && now_s - guest.beat_s > beat_every_s) {
      guest.beat_s = now_s;
      guest.connection.send(Kind::beat);
    }
    attend(holder, guest);
  }
}

void Coordinator::flush(Holder holder, Guest& guest) {
  if (!guest.connection.flush()) return drop(holder, "its connection closed");
  const bool unsent = guest.connection.has_unsent();
  if (unsent == guest.polled_for_output) return;
  guest.polled_for_output = unsent;
  watch(epoll_, EPOLL_CTL_MOD, guest.connection.socket(), holder,
        unsent ? std::uint32_t{EPOLLIN} | std::uint32_t{EPOLLOUT} : std::uint32_t{EPOLLIN});
}

/// Forgotten once nothing refers to it; its items are open again.
void Coordinator::drop(Holder holder, const std::string& why) {
  Guest& guest = guests_.at(holder);
  if (std::exchange(guest.dropped, true)) return;
  if (guest.greeting && !guest.leaving)
    note(fmt::format("{} is lost: {}; others do what it had", name_of(*guest.greeting), why));
  gone_.push_back(holder);
  ::epoll_ctl(epoll_.descriptor(), EPOLL_CTL_DEL, guest.connection.socket().descriptor(), nullptr);
  {
    const std::lock_guard lock(mutex_);
    queue_.lose(holder);
    if (!guest.greeting) ++attendance_.strangers;
    if (guest.welcome && !guest.leaving) ++attendance_.lost;
  }
  changed_.notify_all();
  wake();
}

/// Tells the members that there is nothing more, and waits until they have closed: what was sent could get lost if this
/// side closed first.
void Coordinator::say_farewell() {
  for (auto& [holder, guest] : guests_) {
    guest.leaving = true;
    if (guest.greeting) guest.connection.send(Kind::leave);
    (void)guest.connection.flush();
  }
  std::erase_if(guests_, [](const auto& g) { return !g.second.greeting; });
  listening_.close();
  for (const double until_s = seconds_now() + farewell_s; !guests_.empty() && seconds_now() < until_s;) {
    wait_for_events(0.1);
    for (const Holder holder : std::exchange(gone_, {})) guests_.erase(holder);
  }
}

}  // namespace forewarp::distribute
