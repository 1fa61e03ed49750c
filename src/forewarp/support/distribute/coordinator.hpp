// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The process of a team that hands out items and keeps the results. A thread of its own serves the members; the
/// threads that call share() work beside it. Messages between processes are those of frame.hpp.
///
/// A member that wants n items is sent n, and another one for each result. The items of a member that is lost (its
/// connection closes, or nothing comes from it for silence_s) go to others. What is left at the end of a loop and takes
/// much longer than other items is given to a second process (queue.hpp).
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "forewarp/support/distribute/connection.hpp"
#include "forewarp/support/distribute/queue.hpp"
#include "forewarp/support/distribute/team.hpp"

namespace forewarp::distribute {

struct CoordinatorOptions {
  std::string secret;  ///< of the job: 16 bytes or more
  Reach reach = Reach::all_machines;
  double silence_s = 30;
  bool works = true;  ///< whether share() makes items itself; without, it waits for the members
  /// Receives a line about each member that does not take part or is lost. Called from the thread that serves.
  std::function<void(const std::string&)> note;
};

/// Who took part, until now.
struct Attendance {
  std::size_t joined = 0, refused = 0, lost = 0;
  std::size_t repeated = 0;   ///< items that were handed out again
  std::size_t strangers = 0;  ///< connections that were not of this job
};

class Coordinator final : public Team {
 public:
  /// Listens. Members may connect from now on; they are greeted once expect() was called. Throws Unavailable.
  explicit Coordinator(CoordinatorOptions options);
  /// Dismisses the members; waits until they know, 5 s at most.
  ~Coordinator() override;
  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;

  [[nodiscard]] const Place& place() const { return place_; }
  /// What must be equal in all members.
  void expect(Identity identity);
  [[nodiscard]] Attendance attendance() const;

  [[nodiscard]] bool coordinates() const override { return true; }
  void share(const Loop& loop) override;
  [[nodiscard]] std::string tell(std::string text) override;

 private:
  /// What is known of a member. Only the serving thread touches it.
  struct Guest {
    explicit Guest(Connection its) : connection(std::move(its)) {}
    Connection connection;
    std::optional<Greeting> greeting;
    bool welcome = false, leaving = false, dropped = false;
    double since_s = seconds_now(), beat_s = seconds_now();
    std::uint64_t loop = 0, wants = 0;  ///< the loop that it is in, and items that it can take
    std::optional<std::uint64_t> asks;  ///< which text it waits for
    bool polled_for_output = false;
  };
  using Guests = std::map<Holder, Guest>;

  void serve();
  void wait_for_events(double timeout_s);
  void on_event(Holder holder);
  void admit();
  void answer(Holder holder, Guest& guest, const Frame& frame);
  void greet(Guest& guest);
  void result_of(Holder holder, Guest& guest, const Frame& frame);
  void failure_of(const Guest& guest, const Frame& frame);
  void attend(Holder holder, Guest& guest);
  void attend_all();
  void look_after(double now_s);
  void flush(Holder holder, Guest& guest);
  void drop(Holder holder, const std::string& why);
  void say_farewell();
  void note(const std::string& text) const;
  void wake() const;

  void work(const Loop& loop);
  [[nodiscard]] std::optional<std::size_t> next_own(const Loop& loop);
  bool keep(Holder holder, std::size_t item, std::string bytes);
  void fail(std::exception_ptr failure);

  CoordinatorOptions options_;
  Socket listening_, epoll_, wake_;
  Place place_;

  mutable std::mutex mutex_;  ///< of all below, up to guests_
  std::condition_variable changed_;
  std::optional<Identity> identity_;
  const Loop* loop_ = nullptr;  ///< while one runs
  std::uint64_t loop_number_ = 0;
  Queue queue_;
  std::exception_ptr failure_;
  std::vector<std::string> told_;
  Attendance attendance_;
  bool ending_ = false;

  Guests guests_;
  std::vector<Holder> gone_;
  Holder next_holder_ = 1;
  std::thread server_;
};

}  // namespace forewarp::distribute
