#include "search/local_families.h"

namespace katachi {

template <class T>
void LocalFamilies::Counter<T>::read(const T* source, std::uint32_t count) {
  now.resize(std::max<std::size_t>(now.size(), count));
  then.resize(now.size());
  std::copy_n(source, count, now.begin());
  std::copy_n(source, count, then.begin());
}

template <class T>
void LocalFamilies::Counter<T>::add_to(T* target, std::uint32_t count) const {
  for (std::uint32_t i = 0; i < count; ++i) target[i] += now[i] - then[i];
}

bool LocalFamilies::take(const Tree& tree, FamilyId id, std::size_t at, std::uint32_t visits) {
  Copy& copy = copies_[at];
  if (ids_[at] != kNoFamily) {
    if (copy.visits > visits) return false;
    give(tree, ids_[at], copy);
  }
  ids_[at] = id;
  const FamilyLock lock(tree.family(id), true);
  read_tree(tree, id, copy);
  return true;
}

void LocalFamilies::exchange(const Tree& tree, FamilyId id, Copy& copy) {
  const FamilyLock lock(tree.family(id), true);
  add_to_tree(tree, id, copy);
  read_tree(tree, id, copy);
}

void LocalFamilies::close(const Tree& tree) {
  for (std::size_t at = 0; at < kCopies; ++at) {
    if (ids_[at] != kNoFamily) give(tree, ids_[at], copies_[at]);
    ids_[at] = kNoFamily;
  }
}

void LocalFamilies::give(const Tree& tree, FamilyId id, const Copy& copy) {
  const FamilyLock lock(tree.family(id), true);
  add_to_tree(tree, id, copy);
}

void LocalFamilies::add_to_tree(const Tree& tree, FamilyId id, const Copy& copy) {
  const Children c = tree.children(id);
  put(*c.parent_visits, *c.parent_visits + (copy.visits - copy.visits_then));
  copy.value.add_to(c.value, c.count);
  copy.child_visits.add_to(c.visits, c.count);
  if (c.amaf_visits == nullptr) return;
  copy.amaf_visits.add_to(c.amaf_visits, c.count);
  copy.amaf_value.add_to(c.amaf_value, c.count);
}

void LocalFamilies::read_tree(const Tree& tree, FamilyId id, Copy& copy) {
  const Children c = tree.children(id);
  copy.visits = *c.parent_visits;
  copy.visits_then = copy.visits;
  copy.left = std::clamp(copy.visits / kStale, kShortest, kLongest);
  // With the room behind the last child: vectors may write there.
  copy.value.read(c.value, c.stride);
  copy.child_visits.read(c.visits, c.stride);
  if (c.amaf_visits != nullptr) {
    copy.amaf_visits.read(c.amaf_visits, c.stride);
    copy.amaf_value.read(c.amaf_value, c.stride);
  }
  copy.children = c;
  copy.children.own = true;
  copy.children.parent_visits = &copy.visits;
  copy.children.value = copy.value.now.data();
  copy.children.visits = copy.child_visits.now.data();
  if (c.amaf_visits != nullptr) {
    copy.children.amaf_visits = copy.amaf_visits.now.data();
    copy.children.amaf_value = copy.amaf_value.now.data();
  }
}

}  // namespace katachi
