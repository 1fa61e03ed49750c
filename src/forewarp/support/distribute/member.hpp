// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A process of a team that works for the coordinator.
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "forewarp/support/distribute/connection.hpp"
#include "forewarp/support/distribute/team.hpp"

namespace forewarp::distribute {

struct MemberOptions {
  Place place;         ///< of the coordinator
  std::string secret;  ///< of the job
  std::uint64_t rank = 0;
  double silence_s = 30;
  std::function<void()> heard;  ///< called whenever something came from the coordinator, from a thread of its own
};

class Member final : public Team {
 public:
  /// Connects and says who it is. Throws Dismissed where the coordinator has ended or refuses it, Unavailable where it
  /// cannot be reached.
  Member(MemberOptions options, const Identity& identity);
  /// Only says why this process cannot take part. Throws as the constructor, Dismissed at the latest.
  [[noreturn]] static void excuse(MemberOptions options, const std::string& why);
  ~Member() override;
  Member(const Member&) = delete;
  Member& operator=(const Member&) = delete;

  [[nodiscard]] bool coordinates() const override { return false; }
  void share(const Loop& loop) override;
  [[nodiscard]] std::string tell(std::string text) override;

 private:
  void serve();
  void answer(const Frame& frame);
  void end(const std::string& why);
  void send(Kind kind, std::string_view body);
  void work(const Loop& loop);
  [[nodiscard]] std::optional<std::size_t> next(const Loop& loop);

  MemberOptions options_;
  Connection connection_;  ///< under mutex_ once the thread runs

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::size_t> items_;
  std::uint64_t loop_number_ = 0;
  bool over_ = false, failed_ = false;
  std::uint64_t told_number_ = 0;
  std::map<std::uint64_t, std::string> told_;
  std::optional<std::string> ended_;  ///< why there is no coordinator any more
  bool leaving_ = false;
  Socket wake_;
  std::thread server_;
};

}  // namespace forewarp::distribute
