// How knowledge about moves travels to Python.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

#include "bindings/callable.h"
#include "knowledge/move_knowledge.h"

namespace katachi {

struct KnowledgeHandle {
  MoveKnowledge knowledge;
  std::shared_ptr<Callable> function;  // of Python, which it asks; or null

  int traverse(visitproc visit, void* arg) const {
    return function ? function->traverse(visit, arg) : 0;
  }
  void clear() {
    if (function) function->clear();
  }
};

inline const MoveKnowledge* knowledge_of(const KnowledgeHandle* handle) {
  return handle == nullptr ? nullptr : &handle->knowledge;
}

// The object of Python behind a handle that Python gave; invalid if there is none.
inline nanobind::object owner_of(const KnowledgeHandle* handle) {
  return handle == nullptr ? nanobind::object() : nanobind::find(*handle);
}

}  // namespace katachi
