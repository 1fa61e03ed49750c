// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/report/devtools.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

#include "forewarp/support/error.hpp"

namespace forewarp::test {
namespace {

constexpr int wait_ms = 60'000;
/// Chromium reads commands from descriptor 3 and writes to 4.
constexpr int commands_fd = 3, answers_fd = 4, above = 10;

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("no pipe to Chromium");
    read = ends[0], write = ends[1];
  }
};

/// In the child: does not return.
[[noreturn]] void become_chromium(const Pipe& commands, const Pipe& answers, const std::string& profile) {
  ::setsid();
  // Out of the way of 3 and 4 first: one of the four may be one of these.
  const int from = ::fcntl(commands.read, F_DUPFD, above), to = ::fcntl(answers.write, F_DUPFD, above);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(from, commands_fd);
  ::dup2(to, answers_fd);
  ::dup2(nowhere, STDERR_FILENO);
  const std::string data = "--user-data-dir=" + profile;
  ::execlp("chromium", "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
           data.c_str(), "about:blank", static_cast<char*>(nullptr));
  ::_exit(127);
}

}  // namespace

Devtools::Devtools(const std::filesystem::path& folder) {
  ::signal(SIGPIPE, SIG_IGN);
  const std::string profile = (folder / "devtools").string();
  const Pipe commands, answers;
  process_ = ::fork();
  if (process_ == 0) become_chromium(commands, answers, profile);
  ::close(commands.read);
  ::close(answers.write);
  in_ = answers.read;
  out_ = commands.write;
  if (process_ < 0) throw Error("Chromium cannot be started");
  const Json target = call("Target.createTarget", {{"url", "about:blank"}}, "").at("targetId");
  session_ = call("Target.attachToTarget", {{"targetId", target}, {"flatten", true}}, "").at("sessionId");
  for (const char* domain : {"Page.enable", "Runtime.enable", "Log.enable"}) command(domain);
}

Devtools::~Devtools() {
  ::close(in_);
  ::close(out_);
  if (process_ <= 0) return;
  ::kill(-process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

/// Messages end with a zero byte.
Devtools::Json Devtools::receive() {
  std::array<char, 1 << 16> chunk{};
  while (true) {
    if (const auto end = buffer_.find('\0'); end != std::string::npos) {
      Json message = Json::parse(buffer_.substr(0, end));
      buffer_.erase(0, end + 1);
      return message;
    }
    pollfd one{in_, POLLIN, 0};
    if (::poll(&one, 1, wait_ms) <= 0) throw Error("Chromium does not answer");
    const ssize_t size = ::read(in_, chunk.data(), chunk.size());
    if (size <= 0 && errno != EINTR) throw Error("Chromium ended");
    if (size > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(size));
  }
}

void Devtools::note(const Json& event) {
  const std::string method = event.value("method", "");
  if (method == "Runtime.exceptionThrown")
    problems_.push_back(event.at("params").at("exceptionDetails").dump());
  else if (method == "Runtime.consoleAPICalled" && event.at("params").at("type") == "error")
    problems_.push_back(event.at("params").at("args").dump());
  else if (method == "Log.entryAdded" && event.at("params").at("entry").at("level") == "error")
    problems_.push_back(event.at("params").at("entry").at("text").get<std::string>());
}

Devtools::Json Devtools::call(const std::string& method, Json parameters, const std::string& session) {
  Json question{{"id", ++number_}, {"method", method}, {"params", std::move(parameters)}};
  if (!session.empty()) question["sessionId"] = session;
  const std::string text = question.dump() + '\0';
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t size = ::write(out_, text.data() + sent, text.size() - sent);
    if (size <= 0 && errno != EINTR) throw Error("Chromium ended");
    if (size > 0) sent += static_cast<std::size_t>(size);
  }
  while (true) {
    Json answer = receive();
    if (answer.value("id", 0) == number_) {
      if (answer.contains("error")) throw Error(method + ": " + answer.at("error").dump());
      return answer.at("result");
    }
    note(answer);
  }
}

Devtools::Json Devtools::command(const std::string& method, Json parameters) {
  return call(method, std::move(parameters), session_);
}

Devtools::Json Devtools::evaluate(const std::string& expression) {
  const Json result =
      command("Runtime.evaluate", {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}});
  if (result.contains("exceptionDetails")) throw Error(result.at("exceptionDetails").dump());
  const Json& value = result.at("result");
  return value.contains("value") ? value.at("value") : Json();
}

bool Devtools::wait_until(const std::string& expression, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    if (evaluate("Boolean(" + expression + ")") == true) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

void Devtools::open(const std::string& url, int width, int height) {
  command("Emulation.setDeviceMetricsOverride",
          {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", width < 600}});
  command("Page.navigate", {{"url", url}});
  if (!wait_until("document.readyState === 'complete' && location.href !== 'about:blank'", 30))
    throw Error("the page was not loaded: " + url);
}

void Devtools::type(const std::string& text) { command("Input.insertText", {{"text", text}}); }

void Devtools::press(const std::string& key, bool shift) {
  for (const char* type : {"rawKeyDown", "keyUp"})
    command("Input.dispatchKeyEvent", {{"type", type}, {"key", key}, {"code", key}, {"modifiers", shift ? 8 : 0}});
}

}  // namespace forewarp::test
