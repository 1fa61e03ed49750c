// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A page in headless Chromium that is used as a person would: keys, files that are dropped, and what takes how long.
/// It speaks Chromium's DevTools protocol over two pipes (--remote-debugging-pipe), so nothing listens on a port.
#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace forewarp::test {

class Devtools {
 public:
  using Json = nlohmann::json;

  /// Starts Chromium with a profile in that folder. Throws Error where it does not answer.
  explicit Devtools(const std::filesystem::path& folder);
  ~Devtools();
  Devtools(const Devtools&) = delete;
  Devtools& operator=(const Devtools&) = delete;

  /// A command of the protocol to the page; its result. Throws Error where Chromium refuses it or ends.
  Json command(const std::string& method, Json parameters = Json::object());
  /// The value of an expression in the page; of a promise, what it becomes. Throws Error with what the page throws.
  Json evaluate(const std::string& expression);
  /// Until the expression is true; false after that many seconds.
  [[nodiscard]] bool wait_until(const std::string& expression, double seconds);
  void open(const std::string& url, int width, int height);
  /// Text into what has the focus, as typed.
  void type(const std::string& text);
  /// A key such as "ArrowUp", with shift.
  void press(const std::string& key, bool shift = false);
  /// Errors and warnings of the page's console, and exceptions that nothing caught, so far.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

 private:
  Json receive();
  Json call(const std::string& method, Json parameters, const std::string& session);
  void note(const Json& event);

  pid_t process_ = -1;
  int in_ = -1, out_ = -1, number_ = 0;
  std::string buffer_, session_;
  std::vector<std::string> problems_;
};

}  // namespace forewarp::test
