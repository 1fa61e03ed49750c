// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/detail/place.hpp"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

namespace forewarp::symbolic::detail {

namespace {

/// Converts forms to isl's, over one space. Floors are converted recursively.
class Builder {
 public:
  Builder(const Symbols& symbols, const Context& context) : symbols_(symbols), context_(context) {
    const auto count = static_cast<unsigned>(symbols.variables().size());
    isl_space* space = isl_space_set_alloc(context.get(), count, 0);
    for (unsigned i = 0; i < count; ++i)
      space = isl_space_set_dim_name(space, isl_dim_param, i, fmt::format("P{}", i).c_str());
    space_ = isl_local_space_from_space(space);
  }
  ~Builder() { isl_local_space_free(space_); }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  [[nodiscard]] isl_aff* form(const Affine& given) const {
    isl_aff* sum = isl_aff_val_on_domain(isl_local_space_copy(space_), value(given.constant));
    for (const auto& [s, c] : given.terms) sum = isl_aff_add(sum, isl_aff_scale_val(symbol(s), value(c)));
    return sum;
  }

  [[nodiscard]] isl_set* universe() const { return isl_set_universe(isl_local_space_get_space(space_)); }

 private:
  [[nodiscard]] isl_val* value(std::int64_t v) const { return isl_val_int_from_si(context_.get(), v); }

  [[nodiscard]] isl_aff* symbol(Symbol s) const {
    if (symbols_.is_variable(s)) return isl_aff_var_on_domain(isl_local_space_copy(space_), isl_dim_param, s);
    const Floor& floor = symbols_.floor_of(s);
    return isl_aff_floor(isl_aff_scale_down_val(form(floor.numerator), value(floor.denominator)));
  }

  const Symbols& symbols_;
  const Context& context_;
  isl_local_space* space_ = nullptr;
};

}  // namespace

Set place(const Symbols& symbols, const std::vector<Constraint>& constraints, const Context& context) {
  const Builder builder(symbols, context);
  isl_set* where = builder.universe();
  for (const Constraint& c : constraints) {
    isl_aff* form = builder.form(c.form);
    isl_basic_set* holds = c.equality ? isl_aff_zero_basic_set(form) : isl_aff_ge_basic_set(form, builder.form({}));
    where = isl_set_intersect(where, isl_set_from_basic_set(holds));
  }
  return Set::adopt(where, context);
}

}  // namespace forewarp::symbolic::detail
