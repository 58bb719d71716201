// What the parts of the search declare (part.h), as data: for the settings in Python, the reference
// page and the refusals.
#pragma once

#include <string>
#include <vector>

#include "search/settings.h"

namespace katachi {

struct DeclaredChoice {
  std::string name;
  std::string sentence;
  std::string source;
};

struct DeclaredField {
  std::string name;
  std::string kind;  // "bool", "int", "float" or "choice"
  std::string sentence;
  std::string source;
  bool ranged = false;
  double low = 0.0;
  double high = 0.0;
  bool infinite = false;  // infinity is allowed beside the range
  std::vector<DeclaredChoice> choices;
};

// See Need and Suits.
struct DeclaredNeed {
  std::string what;
  std::string needs;
  std::string sentence;  // empty: the usual one
};

struct DeclaredPart {
  std::string group;  // of the settings; empty: of the search itself
  std::string name;
  std::string sentence;
  std::string source;
  std::vector<DeclaredField> fields;
  std::vector<std::string> asks;  // names of demands
  std::vector<DeclaredNeed> needs;
  std::vector<DeclaredNeed> suits;  // `needs` is the name of a capability
};

// The names of what the parts ask of the search, as they are set.
std::vector<std::string> demand_names(const MctsSettings& settings);

// In the order of the settings.
std::vector<DeclaredPart> declared_parts();

}  // namespace katachi
