// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/warp_courses.hpp"

#include <algorithm>
#include <cmath>

namespace forewarp::profile {

void WarpCourses::begin(std::size_t warps) {
  courses_.resize(warps);
  most_between_.clear();
  for (Course& course : courses_) {
    course.instructions = course.recorded = course.in_steps = 0;
    course.barriers = course.at_barrier = 0;
    course.steps.clear();
    course.is_whole = true;
  }
}

void WarpCourses::basic_block(std::uint32_t warp, std::uint32_t block, std::uint64_t size, std::uint64_t weight) {
  if (warp >= courses_.size()) courses_.resize(warp + 1);
  Course& course = courses_[warp];
  course.instructions += weight * size;
  course.recorded += size;
  course.is_whole = course.is_whole && course.steps.size() < most_steps && course.recorded <= most_instructions;
  if (!course.is_whole) return;
  course.steps.push_back({block, weight});
  course.in_steps += weight * size;
}

void WarpCourses::barrier(std::uint32_t warp) {
  if (warp >= courses_.size()) courses_.resize(warp + 1);
  Course& course = courses_[warp];
  const std::uint64_t before = course.instructions - course.at_barrier, number = course.barriers++;
  course.at_barrier = course.instructions;
  if (number >= most_barriers) return;
  if (number >= most_between_.size()) most_between_.resize(number + 1);
  most_between_[number] = std::max(most_between_[number], before);
}

/// Where warps wait at different barriers it is not known which of these are one.
double WarpCourses::held_up() const {
  const std::uint64_t barriers = courses_.front().barriers;
  if (barriers == 0 || barriers > most_barriers) return 1;
  if (std::ranges::any_of(courses_, [&](const Course& c) { return c.barriers != barriers; })) return 1;
  std::uint64_t most = 0, last = 0, sum = 0;
  for (const Course& course : courses_) {
    most = std::max(most, course.instructions);
    last = std::max(last, course.instructions - course.at_barrier);
  }
  for (const std::uint64_t instructions : most_between_) sum += instructions;
  return most > 0 ? std::max(1.0, static_cast<double>(sum + last) / static_cast<double>(most)) : 1;
}

double WarpCourses::walked(const Course& course) {
  chain_.begin();
  std::uint64_t weight = 1;
  for (const Step& step : course.steps) {
    if (step.weight != weight) chain_.weight(weight = step.weight);
    chain_.basic_block(step.block);
  }
  if (weight != 1) chain_.weight(1);
  const double cycles = chain_.totals().cycles;
  if (course.is_whole || course.in_steps == 0) return cycles;
  return cycles * static_cast<double>(course.instructions) / static_cast<double>(course.in_steps);
}

WarpCourses::Cycles WarpCourses::cycles(std::uint32_t traced, double cycles_of_traced) {
  constexpr double most = 9e15;  // a sum over many blocks fits, too
  const auto rounded = [&](double cycles) { return static_cast<std::uint64_t>(std::llround(std::min(most, cycles))); };
  if (traced >= courses_.size() || courses_[traced].instructions == 0) return {};
  const auto [least, largest] = std::ranges::minmax_element(courses_, {}, &Course::instructions);
  const std::uint64_t own = rounded(cycles_of_traced);
  const double held_up = this->held_up();
  if (least->instructions == largest->instructions && held_up == 1) return {own, own, own};
  // The traced one is known; where it goes on in another way than it began, the others are taken to do so, too.
  const double begun = courses_[traced].is_whole ? cycles_of_traced : walked(courses_[traced]);
  const double ratio = begun > 0 ? cycles_of_traced / begun : 1;
  double longest = 0, sum = 0, cycles = begun;
  const Course* before = &courses_[traced];
  for (const Course& course : courses_) {
    if (!course.is_same(*before)) cycles = walked(course);
    before = &course;
    longest = std::max(longest, ratio * cycles);
    sum += ratio * cycles;
  }
  return {rounded(longest * held_up), rounded(sum / static_cast<double>(courses_.size())), own};
}

void WarpCourses::Cycles::add(const Cycles& other) {
  longest += other.longest;
  mean += other.mean;
  traced += other.traced;
}

}  // namespace forewarp::profile
