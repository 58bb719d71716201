#include "knowledge/policy_value_network.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace katachi {
namespace {

void require(bool condition, const char* sentence) {
  if (!condition) throw std::invalid_argument(sentence);
}

constexpr int kMostShift = 20;

// The convolution of a layer, in the order of the kernels; `planes` inputs are filled up with zeros
// to `inputs`. `more` bounds what else is added to a sum.
Convolution convolution_of(const PolicyValueNetwork::Layer& layer, std::size_t planes,
                           std::size_t inputs, std::size_t outputs,
                           std::span<const std::int64_t> more) {
  require(layer.weights.size() == outputs * planes * kTaps && layer.biases.size() == outputs,
          "the layers of the network do not fit each other");
  require(layer.shift >= 0 && layer.shift <= kMostShift, "a shift of the network is wrong");
  Convolution made{.inputs = inputs, .outputs = outputs, .shift = layer.shift, .weights = {}};
  made.weights.assign(outputs * inputs * kTaps, 0);
  for (std::size_t o = 0; o < outputs; ++o) {
    // Beside the weights: the bias, what is added, and half of the last place.
    std::int64_t largest = std::abs(std::int64_t{layer.biases[o]}) + (more.empty() ? 0 : more[o]) +
                           (std::int64_t{kLargest} << layer.shift) +
                           (std::int64_t{1} << layer.shift);
    for (std::size_t i = 0; i < planes; ++i) {
      for (std::size_t tap = 0; tap < kTaps; ++tap) {
        const std::int16_t weight = layer.weights[(o * planes + i) * kTaps + tap];
        largest += std::int64_t{kLargest} * std::abs(std::int32_t{weight});
        const std::size_t row = (o / kBlock * kTaps + tap) * (inputs / 2) + i / 2;
        made.weights[(row * kBlock + o % kBlock) * 2 + i % 2] = weight;
      }
    }
    require(largest < std::int64_t{1} << 31, "the weights of the network are too large");
  }
  return made;
}

}  // namespace

PolicyValueNetwork::PolicyValueNetwork(std::shared_ptr<const Planes> planes, const Parts& parts)
    : planes_(std::move(planes)),
      channels_(parts.policy.size()),
      inputs_((planes_->names().size() + 1) / 2 * 2),
      width_(planes_->side() + 2),
      input_biases_(parts.input.biases),
      policy_shift_(parts.policy_shift),
      policy_(parts.policy),
      policy_bias_(parts.policy_bias),
      hidden_size_(parts.hidden_biases.size()),
      hidden_biases_(parts.hidden_biases),
      outputs_(parts.outputs),
      output_biases_(parts.output_biases),
      memory_((planes_->inputs() + 63) / 64, planes_->places() + 2) {
  require(planes_->places() <= kMaxPlaces, "the board is too large for a network of the core");
  require(channels_ > 0 && channels_ % kBlock == 0 && channels_ <= kMostChannels,
          "the channels of the network are not 16, 32, 48 and so on to 256");
  require(parts.blocks.size() <= kMostBlocks, "the network has too many blocks");
  require(hidden_size_ > 0 && hidden_size_ <= kMostHidden &&
              parts.hidden.size() == hidden_size_ * channels_ &&
              parts.outputs.size() == 3 * hidden_size_,
          "the heads of the network do not fit its layers");
  require(policy_shift_ >= 0 && policy_shift_ <= kMostShift, "a shift of the network is wrong");
  const auto finite = [](const auto& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); });
  };
  require(finite(parts.hidden) && finite(parts.hidden_biases) && finite(parts.outputs) &&
              finite(parts.output_biases),
          "a weight of the network is not a number");
  input_ = convolution_of(parts.input, planes_->names().size(), inputs_, channels_, {});
  for (const Block& block : parts.blocks) {
    require(block.pool.size() == channels_ * channels_,
            "the layers of the network do not fit each other");
    std::vector<std::int64_t> pooled(channels_, 0);
    for (std::size_t k = 0; k < block.pool.size(); ++k) {
      pooled[k / channels_] += std::int64_t{kLargest} * std::abs(std::int32_t{block.pool[k]});
    }
    blocks_.push_back(
        {.first = convolution_of(block.first, channels_, channels_, channels_, pooled),
         .first_biases = block.first.biases,
         .pool = block.pool,
         .second = convolution_of(block.second, channels_, channels_, channels_, {}),
         .second_biases = block.second.biases});
  }
  std::int64_t largest = std::abs(std::int64_t{policy_bias_});
  for (const std::int16_t weight : policy_) {
    largest += std::int64_t{kLargest} * std::abs(std::int32_t{weight});
  }
  require(largest < std::int64_t{1} << 31, "the weights of the network are too large");
  for (std::size_t c = 0; c < channels_; ++c) {
    for (std::size_t h = 0; h < hidden_size_; ++h) {
      hidden_.push_back(parts.hidden[h * channels_ + c]);
    }
  }
  const Topology& topology = planes_->topology();
  for (Cell cell = 0; cell < topology.cells(); ++cell) {
    squares_.push_back(planes_->place_of(cell, Color::black));
  }
  std::sort(squares_.begin(), squares_.end());
  for (const std::size_t square : squares_) {
    const std::size_t place =
        (square / planes_->side() + 1) * width_ + square % planes_->side() + 1;
    places_.push_back(static_cast<std::uint32_t>(place));
  }
}

std::unique_ptr<PolicyValueNetwork::Room> PolicyValueNetwork::take_room() const {
  {
    const std::scoped_lock lock(rooms_mutex_);
    if (!rooms_.empty()) {
      std::unique_ptr<Room> room = std::move(rooms_.back());
      rooms_.pop_back();
      return room;
    }
  }
  auto room = std::make_unique<Room>();
  const std::size_t area = width_ * width_;
  room->planes.resize(planes_->inputs());
  room->input.resize(area * inputs_);
  for (auto& map : room->maps) map.resize(area * channels_);
  room->biases.resize(channels_);
  room->sums.resize(channels_);
  room->means.resize(channels_);
  room->hidden.resize(hidden_size_);
  room->key.resize((planes_->inputs() + 63) / 64);
  return room;
}

void PolicyValueNetwork::give_back(std::unique_ptr<Room> room) const {
  const std::scoped_lock lock(rooms_mutex_);
  rooms_.push_back(std::move(room));
}

void PolicyValueNetwork::ask(const BoardView& view, Answer& answer) const {
  std::unique_ptr<Room> room = take_room();
  planes_->fill(view, room->planes.data());
  answer_in(*room, answer);
  give_back(std::move(room));
}

void PolicyValueNetwork::ask(std::span<const float> planes, Answer& answer) const {
  std::unique_ptr<Room> room = take_room();
  std::copy(planes.begin(), planes.end(), room->planes.begin());
  answer_in(*room, answer);
  give_back(std::move(room));
}

void PolicyValueNetwork::answer_in(Room& room, Answer& answer) const {
  std::fill(room.key.begin(), room.key.end(), 0);
  for (std::size_t i = 0; i < room.planes.size(); ++i) {
    room.key[i / 64] |= std::uint64_t{room.planes[i] != 0.0F} << (i % 64);
  }
  // Logits, then margin and log spread.
  std::array<float, kMaxPlaces + 2> kept;
  const std::span<float> numbers(kept.data(), planes_->places() + 2);
  if (!memory_.find(room.key, numbers)) {
    work_out(room, numbers);
    memory_.keep(room.key, numbers);
  }
  answer.margin = numbers[planes_->places()];
  answer.log_spread = numbers[planes_->places() + 1];
  std::copy_n(numbers.begin(), answer.logits.size(), answer.logits.begin());
}

void PolicyValueNetwork::work_out(Room& room, std::span<float> out) const {
  constexpr std::int16_t kOne = 1 << kFraction;
  const std::size_t area = planes_->side() * planes_->side();
  for (std::size_t cell = 0; cell < places_.size(); ++cell) {
    std::int16_t* const at = room.input.data() + places_[cell] * inputs_;
    for (std::size_t plane = 0; plane < planes_->names().size(); ++plane) {
      at[plane] = room.planes[plane * area + squares_[cell]] != 0.0F ? kOne : std::int16_t{0};
    }
  }
  std::int16_t* now = room.maps[0].data();
  std::int16_t* next = room.maps[1].data();
  std::int16_t* between = room.maps[2].data();
  convolve({input_, places_, width_, room.input.data(), input_biases_.data(), nullptr, now});
  const auto cells = static_cast<std::int32_t>(places_.size());
  for (const PooledBlock& block : blocks_) {
    sum_up(now, room.sums);
    for (std::int32_t& sum : room.sums) sum = (2 * sum + cells) / (2 * cells);
    for (std::size_t o = 0; o < channels_; ++o) {
      std::int32_t bias = block.first_biases[o];
      const std::int16_t* const row = block.pool.data() + o * channels_;
      for (std::size_t c = 0; c < channels_; ++c) bias += row[c] * room.sums[c];
      room.biases[o] = bias;
    }
    convolve({block.first, places_, width_, now, room.biases.data(), nullptr, between});
    convolve({block.second, places_, width_, between, block.second_biases.data(), now, next});
    std::swap(now, next);
  }
  judge(room, now, out);
}

void PolicyValueNetwork::sum_up(const std::int16_t* map, std::span<std::int32_t> sums) const {
  std::fill(sums.begin(), sums.end(), 0);
  for (const std::uint32_t place : places_) {
    const std::int16_t* const at = map + place * channels_;
    for (std::size_t c = 0; c < channels_; ++c) sums[c] += at[c];
  }
}

void PolicyValueNetwork::judge(Room& room, const std::int16_t* map, std::span<float> out) const {
  const float unit = std::ldexp(1.0F, -(kFraction + policy_shift_));
  std::fill(out.begin(), out.end(), 0.0F);
  for (std::size_t cell = 0; cell < places_.size(); ++cell) {
    const std::int16_t* const at = map + places_[cell] * channels_;
    std::int32_t sum = policy_bias_;
    for (std::size_t c = 0; c < channels_; ++c) sum += policy_[c] * at[c];
    out[squares_[cell]] = static_cast<float>(sum) * unit;
  }
  sum_up(map, room.sums);
  const float share = 1.0F / static_cast<float>(places_.size() << kFraction);
  std::copy(hidden_biases_.begin(), hidden_biases_.end(), room.hidden.begin());
  for (std::size_t c = 0; c < channels_; ++c) {
    const float mean = static_cast<float>(room.sums[c]) * share;
    for (std::size_t h = 0; h < hidden_size_; ++h) {
      room.hidden[h] += hidden_[c * hidden_size_ + h] * mean;
    }
  }
  std::array<float, 3> found = output_biases_;
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (std::size_t h = 0; h < hidden_size_; ++h) {
      found[k] += outputs_[k * hidden_size_ + h] * std::max(room.hidden[h], 0.0F);
    }
  }
  const std::size_t places = planes_->places();
  out[places - 1] = found[2];
  out[places] = found[0];
  out[places + 1] = std::clamp(found[1], -5.0F, 10.0F);
}

}  // namespace katachi
