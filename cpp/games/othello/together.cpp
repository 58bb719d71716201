#include "games/othello/together.h"

#include "games/threads.h"

namespace katachi {

void Together::run(int threads, const std::function<void(std::size_t)>& work) {
  ThreadGroup group;
  for (int i = 1; i < threads; ++i) {
    if (!group.start([&work, i] { work(static_cast<std::size_t>(i)); })) break;
  }
  work(0);
  group.join();
}

}  // namespace katachi
