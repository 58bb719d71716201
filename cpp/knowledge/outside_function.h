// Strengths from somebody outside the core, for example a function written in Python.
//
// It gets a copy of the position: a std::shared_ptr<const AnyPosition> for games of the core;
// another type of position says by an overload of outside_form() what it hands out.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "games/any_position.h"
#include "knowledge/knowledge.h"

namespace katachi {

template <class P>
std::any outside_form(const P& position) {
  return std::shared_ptr<const AnyPosition>(hold(position));
}

template <class P>
class OutsideKnowledge;

class OutsideFunction {
 public:
  template <class P>
  using Speaking = OutsideKnowledge<P>;
  // Fills strengths [moves]; may be called from several threads.
  using Ask = std::function<void(const std::any& position, std::span<const Move> moves,
                                 std::span<float> strengths)>;

  explicit OutsideFunction(Ask ask) : ask_(std::move(ask)) {}

  void ask(const std::any& position, std::span<const Move> moves,
           std::span<float> strengths) const {
    ask_(position, moves, strengths);
  }
  void check(const AskedBoard&) const {}

 private:
  Ask ask_;
};

template <class P>
class OutsideKnowledge final : public Knowledge<P> {
 public:
  explicit OutsideKnowledge(std::shared_ptr<const OutsideFunction> function)
      : function_(std::move(function)) {}

  void strengths(const P& position, std::span<const Move> moves,
                 std::span<float> strengths) const override {
    function_->ask(outside_form(position), moves, strengths);
  }

 private:
  std::shared_ptr<const OutsideFunction> function_;
};

}  // namespace katachi
