// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/page.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "serve/assets.hpp"
#include "serve/examples.hpp"
#include "serve/http_server.hpp"
#include "serve/token.hpp"
#include "serve/workers.hpp"

namespace forewarp::serve {
namespace {

constexpr unsigned max_workers = 64;

/// Of the page itself: its own files, no other address.
constexpr const char* page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Of the frame with the answer: one script, no address at all, an origin of its own.
std::string frame_policy(const std::string& nonce) {
  return fmt::format(
      "default-src 'none'; script-src 'nonce-{}'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
      "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-downloads",
      nonce);
}

Response json_response(int status, std::string json) {
  return {.status = status, .type = "application/json", .body = std::move(json)};
}

Response error_response(int status, const std::string& message) {
  return json_response(status, nlohmann::json{{"error", message}, {"kind", "request"}}.dump());
}

/// Nothing for a path that is no file of the page.
std::string script_called(std::string_view path) {
  if (path == "/serve.js")
    return std::string(serve_asset("link.js")) + std::string(serve_asset("controls.js")) +
           std::string(serve_asset("files.js")) + std::string(serve_asset("serve.js"));
  if (path == "/codemirror.js")
    return std::string(codemirror_text("codemirror.js")) + std::string(codemirror_mode("clike.js")) +
           std::string(codemirror_brackets("matchbrackets.js"));
  return {};
}

std::string style_called(std::string_view path) {
  if (path == "/serve.css")
    return std::string(codemirror_style("codemirror.css")) + std::string(report::page_colours()) +
           std::string(serve_asset("serve.css"));
  return {};
}

bool is_page_name(std::string_view text) {
  const auto is_allowed = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); };
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, is_allowed);
}

ServerOptions checked(ServerOptions options) {
  if (options.port < 0 || options.port > 65535)
    throw InputError(fmt::format("port {}: expected 0 to 65535", options.port));
  if (options.workers < 1 || options.workers > max_workers)
    throw InputError(fmt::format("{} workers: expected 1 to {}", options.workers, max_workers));
  if (!(options.time_limit_s >= 1 && options.time_limit_s <= 3600))
    throw InputError(fmt::format("a time limit of {} s: expected 1 to 3600", options.time_limit_s));
  if (options.landlock && !has_landlock())
    throw Unavailable(
        "this Linux has no Landlock (5.13 or newer, switched on), so a source could include any file that you may "
        "read; --without-landlock serves nevertheless");
  return options;
}

std::vector<std::string> worker_command(const ServerOptions& options, const std::filesystem::path& folder) {
  std::vector<std::string> command = {options.program, "serve",
                                      "--worker",      folder.string(),
                                      "--time-limit",  fmt::format("{:g}", options.time_limit_s),
                                      "--memory",      fmt::format("{}", options.limits.memory_bytes >> 20)};
  if (!options.landlock) command.emplace_back("--without-landlock");
  return command;
}

WorkersOptions workers_options(const ServerOptions& options, const std::filesystem::path& folder) {
  WorkersOptions workers{.command = worker_command(options, folder), .folder = folder, .count = options.workers};
  workers.time_limit = std::chrono::milliseconds(static_cast<long long>(options.time_limit_s * 1000));
  return workers;
}

}  // namespace

struct Server::Parts {
  explicit Parts(ServerOptions from)
      : options(checked(std::move(from))),
        http(options.host, options.port,
             [this](const Head& head, const std::string& body) { return serve_or_say_why(head, body); }),
        workers(workers_options(options, folder.path())) {
    policy.host = options.host;
    policy.port = http.port();
    if (options.token || !is_loopback(options.host)) policy.token = make_token();
  }

  /// What the user can mend, a device file that cannot be read for one, is said in the page.
  Response serve_or_say_why(const Head& head, const std::string& body) {
    try {
      return serve(head, body);
    } catch (const std::exception& error) {
      return error_response(500, error.what());
    }
  }

  Response serve(const Head& head, const std::string& body) {
    const std::string_view path = head.path();
    if (head.method == "POST" && path == "/api/answer") return answer(head, body);
    if (head.method == "POST") return error_response(404, "there is nothing to post to at this address");
    if (path == "/") return start_page(head);
    if (path == "/frame") return frame();
    if (path == "/api/start") return json_response(200, start_json().dump());
    if (path == "/api/example") return example(head);
    if (std::string script = script_called(path); !script.empty())
      return {.type = "text/javascript; charset=utf-8", .body = std::move(script)};
    if (std::string style = style_called(path); !style.empty())
      return {.type = "text/css; charset=utf-8", .body = std::move(style)};
    return error_response(404, "there is nothing at this address");
  }

  /// With the token in the address: it goes into a cookie, and out of the address.
  [[nodiscard]] Response start_page(const Head& head) const {
    if (has_token_in_query(head, policy))
      return {.status = 303,
              .headers = {{"Location", "/"},
                          {"Set-Cookie", fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/",
                                                     cookie_name(policy.port), policy.token)}}};
    return {.type = "text/html; charset=utf-8",
            .body = std::string(serve_asset("index.html")),
            .headers = {{"Content-Security-Policy", page_policy}}};
  }

  [[nodiscard]] static Response frame() {
    const std::string nonce = make_token();
    return {.type = "text/html; charset=utf-8",
            .body = report::live_page_html(nonce),
            .headers = {{"Content-Security-Policy", frame_policy(nonce)}}};
  }

  [[nodiscard]] static Response example(const Head& head) {
    constexpr std::string_view key = "name=";
    const std::string_view query = head.query();
    if (!query.starts_with(key)) return error_response(400, "which example? /api/example?name=saxpy");
    try {
      return json_response(200, example_json(query.substr(key.size())).dump());
    } catch (const InputError& error) {
      return error_response(404, error.what());
    }
  }

  Response answer(const Head& head, const std::string& body) {
    const std::string_view page = head.header("x-forewarp-page"), text = head.header("x-forewarp-number");
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (!is_page_name(page) || text.empty() || error != std::errc{} || stop != text.data() + text.size())
      return error_response(400, "the headers X-Forewarp-Page (letters and digits) and X-Forewarp-Number are needed");
    Outcome outcome = workers.answer(std::string(page), number, body);
    return json_response(outcome.status, std::move(outcome.json));
  }

  ServerOptions options;
  Policy policy;
  TemporaryFolder folder{"serve"};
  HttpServer http;
  Workers workers;
};

Server::Server(ServerOptions options) : parts_(std::make_unique<Parts>(std::move(options))) {}

Server::~Server() = default;

int Server::port() const { return parts_->http.port(); }

std::string Server::url() const {
  const bool is_any = parts_->options.host == "0.0.0.0" || parts_->options.host == "::";
  const std::string base = "http://" + authority(is_any ? "localhost" : parts_->options.host, port()) + "/";
  return token().empty() ? base : base + "?token=" + token();
}

const std::string& Server::token() const { return parts_->policy.token; }

void Server::run() { parts_->http.run(parts_->policy); }

void Server::stop() {
  parts_->workers.stop();
  parts_->http.stop();
}

}  // namespace forewarp::serve
