// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The head of an HTTP/1.1 request, read strictly before the HTTP library sees it: the library takes heads of any
/// length, bodies without a length, and ranges. What is refused here ends the connection, so that an unread body
/// cannot pass for the next request.
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace forewarp::serve {

struct Head {
  std::string method, target;                  ///< "GET", "/api/start?x"
  std::map<std::string, std::string> headers;  ///< names in lower case; cookies that come in several are joined
  std::size_t body_bytes = 0;                  ///< of Content-Length; 0 where there is none

  /// Empty where it is absent.
  [[nodiscard]] std::string_view header(std::string_view name) const;
  /// Without what follows '?'.
  [[nodiscard]] std::string_view path() const;
  /// What follows '?'; empty where nothing does.
  [[nodiscard]] std::string_view query() const;
};

/// Why a request is not served: a status of HTTP and a sentence.
struct Refusal {
  int status = 400;
  std::string message;
};

inline constexpr std::size_t max_head_bytes = 8192;

/// `text` ends with the empty line. Refuses whatever this server has no use for: other versions and methods than GET
/// and POST, a header twice, control characters, continued lines, chunked bodies, ranges, a GET with a body.
[[nodiscard]] std::variant<Head, Refusal> read_head(std::string_view text);

}  // namespace forewarp::serve
