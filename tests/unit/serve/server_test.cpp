// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The server as a browser meets it: what it answers, whom it refuses, and what a source cannot reach.
#include "serve/server.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "client.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::serve {
namespace {

using test::get_text;
using test::post_text;
using test::Received;
using test::scale_question;
using test::send_bytes;

ServerOptions options() {
  ::signal(SIGPIPE, SIG_IGN);
  return {.program = FOREWARP_TOOL, .port = 0, .workers = 1, .landlock = has_landlock()};
}

nlohmann::json answer_to(int port, int number, const std::string& question) {
  const Received received = send_bytes(port, post_text(port, "page", number, question));
  EXPECT_EQ(received.status, 200) << received.body;
  return nlohmann::json::parse(received.body, nullptr, false);
}

/// A question with this text before the kernel.
nlohmann::json answer_with(int port, int number, const std::string& text) {
  return answer_to(port, number, scale_question(2, text));
}

TEST(Server, AKernelIsAnsweredWithAPageControlsAndTimes) {
  test::RunningServer running(options());

  const nlohmann::json answer = answer_to(running.port(), 1, scale_question(3));

  ASSERT_TRUE(answer.contains("page")) << answer.value("error", "");
  EXPECT_NE(answer.at("page").at("answer").at("sentence").get<std::string>().find("on A100"), std::string::npos);
  EXPECT_EQ(answer.at("controls").at("parameters").at(0).at("name"), "n");
  EXPECT_EQ(answer.at("controls").at("block"), nlohmann::json({256, 1, 1}));
  EXPECT_EQ(answer.at("predictions").at("predictions").at(0).at("device"), "A100");
  EXPECT_GT(answer.at("times_ms").at("compile").get<double>(), 0);
  EXPECT_EQ(answer.dump().find("forewarp-serve"), std::string::npos) << "the folder of the worker shows";
}

TEST(Server, PinnedAnswersAreComparedAndAnswersExported) {
  test::RunningServer running(options());
  const nlohmann::json first = answer_to(running.port(), 1, scale_question(3));
  nlohmann::json question = nlohmann::json::parse(scale_question(3));
  question["set"] = {{"n", 1 << 22}};
  question["pinned"] = first.at("predictions");

  const nlohmann::json second = answer_to(running.port(), 2, question.dump());
  question.erase("pinned");
  question["export"] = true;
  const nlohmann::json exported = answer_to(running.port(), 3, question.dump());

  ASSERT_TRUE(second.contains("comparison")) << second.value("error", "");
  EXPECT_NE(second.at("comparison").at("page").at("answer").at("sentence").get<std::string>().find("times as slow"),
            std::string::npos);
  EXPECT_TRUE(exported.at("html").get<std::string>().starts_with("<!DOCTYPE html>"));
}

TEST(Server, BlocksAreRankedAndAMeasuredRunCorrectsTheAnswer) {
  test::RunningServer running(options());
  nlohmann::json ranked = nlohmann::json::parse(scale_question(3)), measured = ranked;
  ranked["rank"] = true;
  measured["measured"] = {{"time_s", 1.0}, {"device", "A100"}};

  const nlohmann::json ranking = answer_to(running.port(), 1, ranked.dump());
  ASSERT_TRUE(ranking.contains("page")) << ranking.value("error", "");
  const auto sentence = ranking.at("page").at("answer").at("sentence").get<std::string>();
  EXPECT_EQ(ranking.at("page").at("title"), "scale.cu");
  const nlohmann::json corrected = answer_to(running.port(), 2, measured.dump());

  EXPECT_NE(sentence.find("block"), std::string::npos) << sentence;
  EXPECT_NEAR(corrected.at("predictions").at("predictions").at(0).at("time_s").get<double>(), 1.0, 0.01);
}

TEST(Server, WhatIsPinnedMustBeAnAnswer) {
  test::RunningServer running(options());
  int number = 0;
  for (const nlohmann::json& pinned :
       {nlohmann::json{{"x", 1}}, nlohmann::json({1, 2}), nlohmann::json{{"predictions", {{{"device", 3}}}}}}) {
    nlohmann::json question = nlohmann::json::parse(scale_question(3));
    question["pinned"] = pinned;
    EXPECT_EQ(answer_to(running.port(), ++number, question.dump()).value("error", ""),
              "what was pinned cannot be compared: it is no answer for a kernel; unpin it");
  }
}

TEST(Server, AMistakeIsAnsweredWithTheCompilersWords) {
  test::RunningServer running(options());

  const nlohmann::json answer = answer_with(running.port(), 1, "wrong\n");

  EXPECT_EQ(answer.at("kind"), "input");
  EXPECT_NE(answer.at("error").get<std::string>().find("scale.cu:1:1: error: unknown type name 'wrong'"),
            std::string::npos)
      << answer.at("error");
}

TEST(Server, ASourceReachesNoFileOfThisMachine) {
  if (!has_landlock()) GTEST_SKIP() << "this Linux has no Landlock";
  const TemporaryFolder folder{"secret"};
  write_file(folder / "secret.h", "constexpr int the_secret_value = 4711;\n");
  const std::string file = (folder / "secret.h").string();
  test::RunningServer running(options());
  const std::vector<std::string> attempts = {
      "#include \"" + file + "\"\n",
      "#define FILE_NAME \"" + file + "\"\n#include FILE_NAME\n",
      "__device__ const char all[] = {\n#embed \"" + file + "\"\n};\n",
      "#include \"../../../../../../.." + file + "\"\n",
      "#line 1 \"" + file + "\"\n",
  };

  int number = 0;
  for (const std::string& attempt : attempts) {
    const std::string answer = answer_with(running.port(), ++number, attempt).dump();
    EXPECT_EQ(answer.find("the_secret_value"), std::string::npos) << attempt;
    EXPECT_EQ(answer.find("4711"), std::string::npos) << attempt;
  }
  nlohmann::json filled = nlohmann::json::parse(scale_question(3));
  filled["arguments"] = {"x=buffer:u8:16:file(" + file + ")"};
  EXPECT_NE(answer_to(running.port(), ++number, filled.dump()).at("error").get<std::string>().find("cannot read"),
            std::string::npos);
}

TEST(Server, APageOfAnotherOriginReceivesNothing) {
  test::RunningServer running(options());
  const int port = running.port();
  const std::string question = scale_question(3);
  std::string simple = post_text(port, "page", 1, question, "Sec-Fetch-Site: cross-site\r\n");
  std::string foreign = post_text(port, "page", 1, question);
  foreign.replace(foreign.find("Origin: http://127.0.0.1"), 24, "Origin: http://evil.exam");
  std::string rebound = get_text(port, "/api/start");
  rebound.replace(rebound.find("127.0.0.1"), 9, "evil.test");
  const std::string preflight = "OPTIONS /api/answer HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n";

  for (const std::string& text : {simple, foreign, rebound, preflight}) {
    const Received received = send_bytes(port, text);
    EXPECT_GE(received.status, 400) << text;
    EXPECT_EQ(received.head.find("Access-Control-Allow-Origin"), std::string::npos);
    EXPECT_EQ(received.body.find("A100"), std::string::npos);
    EXPECT_LT(received.body.size(), 100U);
  }
}

TEST(Server, ThePageIsServedUnderAPolicyThatAllowsItsOwnFilesAlone) {
  test::RunningServer running(options());

  const Received page = send_bytes(running.port(), get_text(running.port(), "/"));
  const Received frame = send_bytes(running.port(), get_text(running.port(), "/frame"));
  const Received absent = send_bytes(running.port(), get_text(running.port(), "/etc/passwd"));

  EXPECT_NE(page.head.find("Content-Security-Policy: default-src 'none'; script-src 'self'"), std::string::npos);
  EXPECT_NE(page.head.find("X-Content-Type-Options: nosniff"), std::string::npos);
  EXPECT_NE(frame.head.find("sandbox allow-scripts"), std::string::npos);
  EXPECT_NE(frame.body.find("<script nonce="), std::string::npos);
  EXPECT_EQ(absent.status, 404);
  for (const char* file : {"/serve.js", "/serve.css", "/codemirror.js", "/api/start", "/api/example?name=saxpy"})
    EXPECT_EQ(send_bytes(running.port(), get_text(running.port(), file)).status, 200) << file;
}

TEST(Server, ResponsesAreNotCompressed) {
  test::RunningServer running(options());

  const Received script =
      send_bytes(running.port(), get_text(running.port(), "/serve.js", "Accept-Encoding: gzip, br\r\n"));

  EXPECT_NE(script.body.find("async function ask("), std::string::npos);
}

TEST(Server, WithATokenTheFirstAddressSetsACookie) {
  ServerOptions with_token = options();
  with_token.token = true;
  test::RunningServer running(with_token);
  const int port = running.port();
  const std::string& token = running.server().token();

  const Received entry = send_bytes(port, get_text(port, "/?token=" + token));

  EXPECT_EQ(entry.status, 303);
  EXPECT_NE(entry.head.find("HttpOnly; SameSite=Strict"), std::string::npos);
  EXPECT_EQ(send_bytes(port, get_text(port, "/api/start")).status, 401);
  const std::string cookie = "Cookie: forewarp_" + std::to_string(port) + "=" + token + "\r\n";
  EXPECT_EQ(send_bytes(port, get_text(port, "/api/start", cookie)).status, 200);
  EXPECT_TRUE(running.server().url().ends_with("/?token=" + token));
}

TEST(Server, AnotherInterfaceAlwaysNeedsAToken) {
  ServerOptions open = options();
  open.host = "0.0.0.0";

  Server server(open);

  EXPECT_EQ(server.token().size(), 32U);
}

TEST(Server, APortInUseIsAClearMessage) {
  Server first(options());
  ServerOptions same = options();
  same.port = first.port();

  try {
    Server second(same);
    FAIL() << "two servers on one port";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("Address already in use; choose another port"), std::string::npos)
        << error.what();
  }
}

/// In a process of its own: devices are read once.
TEST(Server, AFileOfOurOwnThatCannotBeReadIsNamed) {
  const TemporaryFolder home;
  std::filesystem::create_directories(home / "data/devices");
  write_file(home / "data/devices/mine.toml", "name = \n");
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto ask = [&] {
    ::setenv("FOREWARP_HOME", home.path().c_str(), 1);
    {
      test::RunningServer running(options());
      const Received received = send_bytes(running.port(), get_text(running.port(), "/api/start"));
      std::fprintf(stderr, "%d %s", received.status, received.body.c_str());
    }
    std::filesystem::remove_all(home.path());
    std::_Exit(0);
  };

  EXPECT_EXIT(ask(), ::testing::ExitedWithCode(0), "500 .*data/devices/mine.toml:1");
}

TEST(Server, OptionsOutOfRangeAreRefused) {
  ServerOptions none = options(), early = options();
  none.workers = 0;
  early.time_limit_s = 0;

  EXPECT_THROW(Server server(none), InputError);
  EXPECT_THROW(Server server(early), InputError);
}

}  // namespace
}  // namespace forewarp::serve
