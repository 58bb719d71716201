// A list of types, and lists joined.
#pragma once

namespace katachi {

template <class... Ts>
struct Types {};

template <class... Lists>
struct JoinedTypes;

template <class... Ts>
struct JoinedTypes<Types<Ts...>> {
  using List = Types<Ts...>;
};

template <class... As, class... Bs, class... Rest>
struct JoinedTypes<Types<As...>, Types<Bs...>, Rest...> {
  using List = typename JoinedTypes<Types<As..., Bs...>, Rest...>::List;
};

}  // namespace katachi
