#include "features/query.h"

#include <array>
#include <charconv>
#include <stdexcept>

namespace katachi {
namespace {

constexpr std::array<std::string_view, kQuerySystems> kNames{"ig0",   "ig-c", "ig-e",
                                                             "ig-ce", "sg0",  "sg-c"};
constexpr std::string_view kLetters = "bwsoe";  // by status
constexpr std::string_view kKinds = ".NDCSL";   // by kind
constexpr unsigned kLargestValue = 60000;

[[noreturn]] void refuse(std::string_view text) {
  throw std::invalid_argument("'" + std::string(text.substr(0, 40)) + "' is no query");
}

// Takes a number from the front of `rest`.
unsigned take_number(std::string_view& rest, std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc() || number > kLargestValue) refuse(text);
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return number;
}

std::uint8_t take_node(std::string_view& rest, std::string_view text) {
  const unsigned number = take_number(rest, text);
  if (number >= kMaxNodes) refuse(text);
  return static_cast<std::uint8_t>(number);
}

char take_letter(std::string_view& rest, std::string_view text) {
  if (rest.empty()) refuse(text);
  const char letter = rest.front();
  rest.remove_prefix(1);
  return letter;
}

}  // namespace

std::string_view name_of(QuerySystem system) { return kNames[static_cast<std::size_t>(system)]; }

QuerySystem system_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<QuerySystem>(i);
  }
  throw std::invalid_argument("no query system '" + std::string(name.substr(0, 40)) +
                              "'; known: ig0, ig-c, ig-e, ig-ce, sg0, sg-c");
}

std::string text_of(const Query& query, QuerySystem system) {
  std::string text(1, kKinds[static_cast<std::size_t>(query.kind)]);
  if (query.kind == QueryKind::leaf) return text;
  if (query.kind == QueryKind::fresh) {
    for (std::size_t s = 0; s < kStatuses; ++s) {
      if ((query.statuses >> s & 1U) != 0) text += kLetters[s];
    }
    return text + std::to_string(is_stone_graph(system) ? query.value : query.x);
  }
  text += std::to_string(query.x);
  if (query.kind == QueryKind::distance || query.kind == QueryKind::connectivity) {
    text += ',';
    text += std::to_string(query.y);
  }
  return text + (query.equal ? '=' : '<') + std::to_string(query.value);
}

Query query_from(std::string_view text, QuerySystem system) {
  std::string_view rest = text;
  const std::size_t kind = kKinds.find(take_letter(rest, text));
  if (kind == std::string_view::npos) refuse(text);
  Query query;
  query.kind = static_cast<QueryKind>(kind);
  if (query.kind == QueryKind::fresh) {
    for (std::size_t last = 0; !rest.empty() && kLetters.find(rest.front()) != rest.npos;) {
      const std::size_t status = kLetters.find(take_letter(rest, text));
      if (query.statuses != 0 && status <= last) refuse(text);
      last = status;
      query.statuses = static_cast<StatusMask>(query.statuses | 1U << status);
    }
    if (query.statuses == 0) refuse(text);
    if (is_stone_graph(system)) {
      query.value = static_cast<std::uint16_t>(take_number(rest, text));
    } else {
      query.x = take_node(rest, text);
    }
  } else if (query.kind != QueryKind::leaf) {
    query.x = take_node(rest, text);
    if (query.kind == QueryKind::distance || query.kind == QueryKind::connectivity) {
      if (take_letter(rest, text) != ',') refuse(text);
      query.y = take_node(rest, text);
      if (query.x >= query.y) refuse(text);
    }
    const char relation = take_letter(rest, text);
    if (relation != '<' && relation != '=') refuse(text);
    query.equal = relation == '=';
    query.value = static_cast<std::uint16_t>(take_number(rest, text));
  }
  if (!rest.empty()) refuse(text);
  return query;
}

}  // namespace katachi
