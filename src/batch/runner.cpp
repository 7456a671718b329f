// SPDX-License-Identifier: MIT-0
#include "batch/runner.hpp"

#include "exec/place.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <unordered_map>

namespace batt::batch {

namespace {

constexpr uint32_t kNoSample = 0xFFFFFFFF;
/// Ticks of a device's clock (base/platform.hpp) are about this many a millisecond.
constexpr uint32_t kTicks = 2000;

uint64_t round_up(uint64_t n, uint64_t to) {
    return (n + to - 1) / to * to;
}

uint64_t cells_of(const Example& example) {
    return uint64_t{example.input.rows} * example.input.cols;
}

} // namespace

Runner::Runner(const BatchPlan& plan, Device& device, RunnerSettings settings)
    : plan_(plan), device_(device), settings_(std::move(settings)), calls_(device), lines_(device),
      solvers_(device), operands_(device), fallbacks_(device), wave_lists_(device), rows_(device),
      values_(device), cells_(device), task_of_(device), present_(device), expected_(device),
      windows_(device), next_free_(device), retry_marks_(device), retry_items_(device),
      retry_counts_(device), retry_starts_(device), solver_list_(device), job_list_(device),
      first_job_(device), answers_(device), heap_(device) {
    if (settings_.memory == 0) settings_.memory = device.memory() / 5 * 4;
    view_.language = device.language();
    view_.calls = calls_.put(plan.calls);
    view_.lines = lines_.put(plan.lines);
    view_.solvers = solvers_.put(plan.solvers);
    view_.operands = operands_.put(plan.operands);
    view_.fallbacks = fallbacks_.put(plan.fallbacks);
    view_.first_private = plan.first_private;
    view_.most_private = plan.most_private;
    view_.strict = plan.strict;
    view_.digests = settings_.digests;
    view_.limit_steps = plan.limits.steps;
    view_.limit_bytes = plan.limits.bytes;

    std::vector<uint32_t> all;
    for (const auto* waves : {&plan.task_waves, &plan.sample_waves}) {
        for (const auto& wave : *waves) all.insert(all.end(), wave.begin(), wave.end());
    }
    uint32_t* next = wave_lists_.put(all);
    for (const auto& wave : plan.task_waves) {
        task_lists_.push_back(next);
        next += wave.size();
    }
    for (const auto& wave : plan.sample_waves) {
        sample_lists_.push_back(next);
        next += wave.size();
    }
}

/// Blocks of samples of like size go to the districts by turns, so that each has its share.
Runner::Layout Runner::arrange(std::span<const Sample> samples) const {
    Layout made;
    uint64_t blocks = (samples.size() + kBlock - 1) / kBlock;
    uint64_t most = std::max<uint64_t>(1, settings_.memory / settings_.most_district);
    uint64_t in_each = (blocks + most - 1) / most;
    made.districts = static_cast<uint32_t>((blocks + in_each - 1) / in_each);
    made.columns = static_cast<uint32_t>(in_each * kBlock);
    std::vector<uint32_t> order(samples.size());
    std::iota(order.begin(), order.end(), 0U);
    if (settings_.sort) {
        std::ranges::stable_sort(order, std::greater<>{},
                                 [&](uint32_t k) { return cells_of(samples[k].example()); });
    }
    size_t columns = size_t{made.columns} * made.districts;
    made.column_of.resize(samples.size());
    made.sample_in.assign(columns, kNoSample);
    made.task_of.assign(columns, 0);
    made.tasks_in.resize(made.districts);
    std::vector<std::unordered_map<const Task*, uint32_t>> numbers(made.districts);
    for (size_t k = 0; k < order.size(); ++k) {
        size_t block = k / kBlock;
        auto district = static_cast<uint32_t>(block % made.districts);
        size_t column =
            size_t{district} * made.columns + block / made.districts * kBlock + k % kBlock;
        made.column_of[order[k]] = static_cast<uint32_t>(column);
        made.sample_in[column] = order[k];
        auto& tasks = made.tasks_in[district];
        const Task* task = samples[order[k]].task;
        auto [at, is_new] = numbers[district].emplace(task, static_cast<uint32_t>(tasks.size()));
        made.task_of[column] = at->second;
        if (is_new) tasks.push_back(task);
        made.tasks = std::max(made.tasks, static_cast<uint32_t>(tasks.size()));
    }
    for (size_t column = 0; column < columns; ++column) {
        made.task_of[column] += static_cast<uint32_t>(column / made.columns) * made.tasks;
    }
    return made;
}

uint64_t Runner::bytes_beside_heap(const Layout& layout, uint64_t most_items,
                                   uint64_t answers) const {
    uint64_t bytes = calls_.bytes() + lines_.bytes() + solvers_.bytes() + operands_.bytes() +
                     fallbacks_.bytes() + wave_lists_.bytes() + plan_.rows.size() * sizeof(Row);
    uint64_t cells = 0;
    for (const BatchPlan::RowPlan& row : plan_.rows) {
        cells += row.width == Row::Width::One    ? 1
                 : row.width == Row::Width::Task ? uint64_t{layout.tasks} * layout.districts
                                                 : layout.sample_in.size();
    }
    for (const auto& wave : plan_.task_waves) {
        most_items = std::max<uint64_t>(most_items, wave.size() * layout.tasks);
    }
    for (const auto& wave : plan_.sample_waves) {
        most_items = std::max<uint64_t>(most_items, wave.size() * layout.columns);
    }
    uint64_t retries = (most_items + GatherWave::kChunk) * layout.districts;
    bytes += cells * (sizeof(Value) + sizeof(Cell)) + retries * (1 + sizeof(uint32_t));
    // Answers, what they are asked for, and what is known of each column.
    bytes += answers * (sizeof(Answer) + sizeof(JobCode)) + layout.sample_in.size() * 32;
    uint64_t workers =
        uint64_t{device_.warps()} * kBlock * settings_.sizes.size() * layout.districts;
    return bytes + (workers + 1024) * sizeof(Window);
}

/// Lays out the samples of each district behind the fixed values and takes them over.
void Runner::place(std::span<const Sample> samples, const Layout& layout, uint64_t beside_heap) {
    stats_.districts = layout.districts;
    size_t columns = layout.sample_in.size();
    inputs_.assign(columns, Value::none());
    outputs_.assign(columns, Value::none());
    samples_.assign(size_t{layout.tasks} * layout.districts, Value::none());
    std::vector<std::vector<Value>> images(layout.districts);
    uint64_t longest = 0;
    uint64_t dearest = 0; // what one sample and its task take up
    for (uint32_t d = 0; d < layout.districts; ++d) {
        uint64_t bytes = plan_.fixed_memory.size() + 64;
        auto add = [&](const Example& example) {
            bytes += cells_of(example) + 64;
            if (example.output) bytes += uint64_t{example.output->rows} * example.output->cols + 64;
        };
        for (uint32_t c = 0; c < layout.columns; ++c) {
            uint32_t sample = layout.sample_in[size_t{d} * layout.columns + c];
            if (sample != kNoSample) add(samples[sample].example());
        }
        for (const Task* task : layout.tasks_in[d]) {
            for (const Example& example : task->train) add(example);
            bytes += 64 * (task->train.size() + 1);
        }
        images[d].resize(bytes / sizeof(Value) + 1);
        Lane lane(images[d].data(), images[d].size() * sizeof(Value), 0, {});
        std::copy(plan_.fixed_memory.begin(), plan_.fixed_memory.end(), lane.base());
        lane.adopt(static_cast<uint32_t>(round_up(plan_.fixed_memory.size(), 16)));
        uint64_t dearest_task = 0;
        for (size_t t = 0; plan_.names_samples && t < layout.tasks_in[d].size(); ++t) {
            uint32_t start = lane.used();
            samples_[size_t{d} * layout.tasks + t] = place_samples(lane, *layout.tasks_in[d][t]);
            dearest_task = std::max<uint64_t>(dearest_task, lane.used() - start);
        }
        for (uint32_t c = 0; c < layout.columns; ++c) {
            size_t column = size_t{d} * layout.columns + c;
            if (layout.sample_in[column] == kNoSample) continue;
            const Example& example = samples[layout.sample_in[column]].example();
            uint32_t start = lane.used();
            inputs_[column] = place_grid(lane, example.input);
            outputs_[column] = place_expected(lane, example);
            dearest = std::max<uint64_t>(dearest, lane.used() - start + dearest_task);
        }
        if (lane.failed()) throw DeviceError("the samples of a district do not fit into it");
        longest = std::max<uint64_t>(longest, lane.used());
    }
    // What depends on no sample is paid for by the solvers that name it.
    view_.base_bytes = dearest + Lane::kPreamble;

    // Half of the rest is for shared values, half for those of the solvers at work.
    // A heap that is nearly as large as it could be is kept: to make one anew takes a while.
    uint64_t room = settings_.memory - std::min(settings_.memory, beside_heap);
    if (heap_.room() > room) heap_.release();
    if (heap_.room() > room / 4 * 3) room = heap_.room();
    view_.district_bytes =
        std::min(settings_.most_district, room / layout.districts) / 65536 * 65536;
    uint64_t start = round_up(longest, 65536);
    uint64_t least = uint64_t{4} * settings_.sizes.back().window;
    if (start + least > view_.district_bytes) {
        throw OutOfMemory("the device has too little memory for this battery");
    }
    bool shares = !plan_.sample_waves.empty() || !plan_.task_waves.empty();
    shared_end_ = start + (shares ? (view_.district_bytes - start) / 2 / 65536 * 65536 : 0);
    first_window_ = shared_end_;
    view_.heap = heap_.reserve(view_.district_bytes * layout.districts);
    for (uint32_t d = 0; d < layout.districts; ++d) {
        uint64_t bytes = images[d].size() * sizeof(Value);
        device_.put(view_.district(d), images[d].data(), bytes);
        stats_.bytes_in += bytes;
    }
    std::vector<uint64_t> starts(layout.districts, start);
    next_free_.put(starts);
}

/// Finds each row its cells and fills those that are known already.
void Runner::fill_rows(const Layout& layout) {
    size_t columns = layout.sample_in.size();
    size_t tasks = size_t{layout.tasks} * layout.districts;
    std::vector<Row> rows;
    std::vector<Value> ones;
    std::vector<Cell> one_cells;
    for (const BatchPlan::RowPlan& row : plan_.rows) {
        rows.push_back({0, row.width});
        if (row.width != Row::Width::One) continue;
        rows.back().first = ones.size();
        ones.push_back(row.value);
        one_cells.push_back(row.cell);
    }
    uint64_t next = ones.size();
    for (Row& row : rows) {
        if (row.width == Row::Width::One) continue;
        row.first = next;
        next += row.width == Row::Width::Task ? tasks : columns;
    }
    first_cells_.clear();
    for (const Row& row : rows) first_cells_.push_back(row.first);
    view_.rows = rows_.put(rows);
    view_.values = values_.reserve(next);
    view_.cells = cells_.zeroed(next);
    device_.put(view_.values, ones.data(), ones.size() * sizeof(Value));
    device_.put(view_.cells, one_cells.data(), one_cells.size() * sizeof(Cell));
    std::vector<Cell> done(std::max(columns, tasks), {0, 0, 0, Fault::None, Cell::State::Done, 0});
    auto fill = [&](uint32_t parameter, const std::vector<Value>& values) {
        device_.put(view_.values + rows[parameter].first, values.data(),
                    values.size() * sizeof(Value));
        device_.put(view_.cells + rows[parameter].first, done.data(), values.size() * sizeof(Cell));
        stats_.bytes_in += values.size() * (sizeof(Value) + sizeof(Cell));
    };
    fill(Program::Samples, samples_);
    fill(Program::Input, inputs_);
    fill(Program::Expected, outputs_);
    std::vector<uint8_t> present(columns);
    for (size_t k = 0; k < columns; ++k) present[k] = layout.sample_in[k] != kNoSample ? 1 : 0;
    view_.present = present_.put(present);
    view_.task_of = task_of_.put(layout.task_of);
    view_.expected = expected_.put(outputs_);
    view_.columns = layout.columns;
    view_.tasks = layout.tasks;
}

/// The lanes of a size that find room in every district.
Size Runner::size_of(size_t number, uint64_t room) const {
    LaneSize size = settings_.sizes[number];
    uint64_t least = uint64_t{plan_.most_private} * 2 * sizeof(Value) + 4096;
    uint64_t window = std::max<uint64_t>(size.window, round_up(least, 4096));
    uint64_t abreast = std::max<uint32_t>(1, size.abreast);
    // All can come to one district where the others are done.
    uint64_t workers = std::clamp<uint64_t>(room / window, 1, device_.warps() * abreast);
    if (workers < abreast) abreast = 1;
    workers -= workers % abreast;
    return {static_cast<uint32_t>(window),  static_cast<uint32_t>(workers),
            static_cast<uint32_t>(abreast), std::min(size.steps, plan_.limits.steps),
            size.milliseconds * kTicks,     size.crewed};
}

/// Nothing is marked yet. Lists may still be read, until gather() writes them.
Retry Runner::retry(uint64_t items, uint32_t districts) {
    return {retry_marks_.zeroed(items * districts), retry_items_.reserve(items * districts),
            retry_counts_.reserve(districts), items};
}

/// Lists what has been marked.
void Runner::gather(const Retry& retry, uint32_t districts) {
    GatherWave wave;
    wave.retry = retry;
    wave.chunks =
        static_cast<uint32_t>(round_up(retry.room, GatherWave::kChunk) / GatherWave::kChunk);
    wave.starts = retry_starts_.reserve(uint64_t{wave.chunks} * districts);
    wave.size = {0, std::max(1U, device_.warps() / districts) * kBlock, kBlock, 0, 0, false};
    for (auto part : {GatherWave::Part::Count, GatherWave::Part::Sum, GatherWave::Part::Write}) {
        wave.part = part;
        device_.run(wave, districts);
        ++stats_.launches;
    }
}

void Runner::run_shared(const Layout& layout) {
    if (settings_.timed) device_.finish();
    auto start = std::chrono::steady_clock::now();
    run_waves(layout, plan_.task_waves, task_lists_, true);
    run_waves(layout, plan_.sample_waves, sample_lists_, false);
    if (!settings_.timed) return;
    device_.finish();
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    stats_.wave_seconds = seconds.count();
}

void Runner::run_waves(const Layout& layout, const std::vector<std::vector<uint32_t>>& waves,
                       const std::vector<uint32_t*>& lists, bool per_task) {
    if (waves.empty()) return;
    uint32_t width = per_task ? layout.tasks : layout.columns;
    std::vector<Size> sizes;
    std::vector<uint64_t> first; // of each size's windows
    uint64_t workers = 0;
    for (size_t k = 0; k < settings_.sizes.size(); ++k) {
        sizes.push_back(size_of(k, (shared_end_ - plan_.fixed_memory.size()) / 4));
        first.push_back(workers);
        workers += uint64_t{sizes[k].workers} * layout.districts;
    }
    Window* windows = windows_.zeroed(workers);
    for (size_t w = 0; w < waves.size(); ++w) {
        StepWave wave;
        wave.view = view_;
        wave.per_task = per_task;
        wave.next_free = next_free_.get();
        wave.end_of_windows = shared_end_;
        size_t calls = settings_.step_by_step ? 1 : waves[w].size(); // a launch
        for (size_t from = 0; from < waves[w].size(); from += calls) {
            wave.calls = lists[w] + from;
            wave.count = static_cast<uint32_t>(calls);
            wave.rest = {};
            for (size_t k = 0; k < sizes.size(); ++k) {
                wave.size = sizes[k];
                wave.windows = windows + first[k];
                wave.from = wave.rest;
                bool last = k + 1 == sizes.size();
                wave.rest = last ? Retry{} : retry(uint64_t{wave.count} * width, layout.districts);
                device_.run(wave, layout.districts);
                ++stats_.launches;
                if (!last) gather(wave.rest, layout.districts);
            }
            if (settings_.step_by_step) fetch_and_return(waves[w][from], layout);
        }
    }
}

/// Takes the values of a call from the device and puts them back, as if the host had to see them.
void Runner::fetch_and_return(uint32_t call, const Layout& layout) {
    const BatchPlan::RowPlan& row = plan_.rows[plan_.calls[call].target];
    bool per_task = row.width == Row::Width::Task;
    size_t count = size_t{per_task ? layout.tasks : layout.columns} * layout.districts;
    uint64_t first = first_cells_[plan_.calls[call].target];
    std::vector<Value> values(count);
    std::vector<Cell> cells(count);
    device_.take(values.data(), view_.values + first, count * sizeof(Value));
    device_.take(cells.data(), view_.cells + first, count * sizeof(Cell));
    std::vector<char> payload;
    for (size_t k = 0; k < count; ++k) {
        if (cells[k].state != Cell::State::Done || cells[k].kept == 0) continue;
        if (!values[k].in_arena()) continue;
        auto district = static_cast<uint32_t>(k / (count / layout.districts));
        // What a call keeps ends, or nearly so, with its value.
        char* at = view_.district(district) + values[k].ref;
        uint64_t bytes = std::min<uint64_t>(cells[k].kept, shared_end_ - values[k].ref);
        payload.resize(bytes);
        device_.take(payload.data(), at, bytes);
        device_.put(at, payload.data(), bytes);
        stats_.bytes_out += bytes;
        stats_.bytes_in += bytes;
    }
    device_.put(view_.values + first, values.data(), count * sizeof(Value));
}

void Runner::run_solvers(const Layout& layout, SolverWave wave, uint64_t most_items,
                         uint64_t answers) {
    wave.view = view_;
    wave.districts = layout.districts;
    wave.first_window = first_window_;
    wave.answers = answers_.zeroed(answers);
    stats_.size_seconds.clear();
    if (settings_.timed) device_.finish();
    for (size_t k = 0; k < settings_.sizes.size(); ++k) {
        wave.size = size_of(k, view_.district_bytes - first_window_);
        wave.from = wave.rest;
        bool last = k + 1 == settings_.sizes.size();
        wave.rest = last ? Retry{} : retry(most_items, layout.districts);
        auto start = std::chrono::steady_clock::now();
        device_.run(wave, layout.districts);
        ++stats_.launches;
        if (!last) gather(wave.rest, layout.districts);
        if (!settings_.timed) continue;
        device_.finish();
        std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        stats_.size_seconds.push_back(seconds.count());
    }
}

std::vector<Answer> Runner::cross(std::span<const Sample> samples,
                                  std::span<const uint32_t> solvers) {
    if (samples.empty() || solvers.empty()) return {};
    Layout layout = arrange(samples);
    size_t columns = layout.sample_in.size();
    uint64_t most_items = solvers.size() * layout.columns; // in a district
    place(samples, layout, bytes_beside_heap(layout, most_items, solvers.size() * columns));
    fill_rows(layout);
    run_shared(layout);
    SolverWave wave;
    wave.solvers = solver_list_.put(solvers);
    wave.count = static_cast<uint32_t>(solvers.size());
    run_solvers(layout, wave, most_items, solvers.size() * columns);
    std::vector<Answer> raw(solvers.size() * columns);
    device_.take(raw.data(), answers_.get(), raw.size() * sizeof(Answer));
    stats_.bytes_out += raw.size() * sizeof(Answer);
    std::vector<Answer> made(solvers.size() * samples.size());
    for (size_t k = 0; k < solvers.size(); ++k) {
        for (size_t s = 0; s < samples.size(); ++s) {
            const Answer& answer = raw[k * columns + layout.column_of[s]];
            made[k * samples.size() + s] = answer;
            stats_.unresolved += (answer.flags & Answer::kUnresolved) != 0 ? 1 : 0;
        }
    }
    return made;
}

std::vector<Answer> Runner::jobs(std::span<const Sample> samples, std::span<const Job> jobs) {
    if (jobs.empty()) return {};
    Layout layout = arrange(samples);
    place(samples, layout, bytes_beside_heap(layout, jobs.size(), jobs.size()));
    fill_rows(layout);
    run_shared(layout);
    std::vector<uint32_t> order(jobs.size());
    std::iota(order.begin(), order.end(), 0U);
    auto district_of = [&](uint32_t k) {
        return layout.column_of[jobs[k].sample] / layout.columns;
    };
    std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) {
        uint32_t x = district_of(a);
        uint32_t y = district_of(b);
        return x != y ? x < y : jobs[a].solver < jobs[b].solver;
    });
    std::vector<JobCode> codes;
    std::vector<uint64_t> first(layout.districts + 1, 0);
    for (uint32_t k : order) {
        codes.push_back({jobs[k].solver, layout.column_of[jobs[k].sample]});
        ++first[district_of(k) + 1];
    }
    uint64_t most = *std::ranges::max_element(first);
    std::partial_sum(first.begin(), first.end(), first.begin());
    SolverWave wave;
    wave.jobs = job_list_.put(codes);
    wave.first_job = first_job_.put(first);
    run_solvers(layout, wave, most, codes.size());
    std::vector<Answer> raw(codes.size());
    device_.take(raw.data(), answers_.get(), raw.size() * sizeof(Answer));
    stats_.bytes_out += raw.size() * sizeof(Answer);
    std::vector<Answer> made(jobs.size());
    for (size_t k = 0; k < order.size(); ++k) {
        made[order[k]] = raw[k];
        stats_.unresolved += (raw[k].flags & Answer::kUnresolved) != 0 ? 1 : 0;
    }
    return made;
}

} // namespace batt::batch
