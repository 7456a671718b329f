// SPDX-License-Identifier: MIT-0
#include "batch/runner.hpp"

#include "base/stopwatch.hpp"
#include "exec/place.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <unordered_map>

namespace batt::batch {

namespace {

constexpr uint32_t kNoSample = 0xFFFFFFFF;
/// What the values of a solver on a sample are thought to take up, and more.
constexpr uint64_t kBytesEach = 3 << 10;
/// Ticks of a device's clock (base/platform.hpp) are about this many a millisecond.
constexpr uint32_t kTicks = 2000;

uint64_t round_up(uint64_t n, uint64_t to) {
    return (n + to - 1) / to * to;
}

/// Bits that numbers below `n` have.
uint32_t log_of(uint32_t n) {
    return static_cast<uint32_t>(std::bit_width(n - 1));
}

/// Lanes that have none beside them.
bool goes_through(const LaneSize& size) {
    return size.crewed || size.abreast <= 1;
}

uint64_t cells_of(const Example& example) {
    return uint64_t{example.input.rows} * example.input.cols;
}

} // namespace

Runner::Runner(const BatchPlan& plan, Device& device, RunnerSettings settings)
    : plan_(plan), device_(device), settings_(std::move(settings)), calls_(device), lines_(device),
      solvers_(device), operands_(device), fallbacks_(device), task_calls_(device),
      sample_calls_(device), rows_(device), values_(device), cells_(device), task_of_(device),
      present_(device), expected_(device), privates_(device), pairs_(device), windows_(device),
      next_free_(device), solver_list_(device), jobs_(device), legs_(device), progress_(device),
      answers_(device), heap_(device) {
    if (settings_.memory == 0) settings_.memory = device.memory() / 5 * 4;
    view_.language = device.language();
    view_.calls = calls_.put(plan.calls);
    view_.lines = lines_.put(plan.lines);
    view_.solvers = solvers_.put(plan.solvers);
    view_.operands = operands_.put(plan.operands);
    view_.fallbacks = fallbacks_.put(plan.fallbacks);
    view_.first_call = plan.first_call;
    view_.first_private = plan.first_private;
    view_.strict = plan.strict;
    view_.digests = settings_.digests;
    view_.limit_steps = plan.limits.steps;
    view_.limit_bytes = plan.limits.bytes;
}

/// Blocks of samples of like size go to the districts by turns, so that each has its share.
Runner::Layout Runner::arrange(std::span<const Sample> samples, size_t solvers) const {
    Layout made;
    uint64_t blocks = (samples.size() + kBlock - 1) / kBlock;
    // Few districts keep more lanes together that do the same.
    uint64_t wanted = kBytesEach * samples.size() * solvers;
    for (const LaneSize& size : settings_.sizes) {
        // Those that go through have half of a district to themselves.
        uint64_t each = uint64_t{size.window} * (goes_through(size) ? 2 : 1);
        wanted += uint64_t{device_.warps()} * size.abreast * each;
    }
    uint64_t room = std::max<uint64_t>(1, settings_.memory / settings_.most_district);
    uint64_t most = std::min(room, 1 + wanted / settings_.most_district);
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

uint64_t Runner::bytes_beside_heap(const Layout& layout, uint64_t solvers, uint64_t answers) const {
    uint64_t bytes = calls_.bytes() + lines_.bytes() + solvers_.bytes() + operands_.bytes() +
                     fallbacks_.bytes() + task_calls_.bytes() + sample_calls_.bytes() +
                     plan_.rows.size() * sizeof(Row);
    uint64_t cells = 0;
    for (const BatchPlan::RowPlan& row : plan_.rows) {
        cells += row.width == Row::Width::One    ? 1
                 : row.width == Row::Width::Task ? uint64_t{layout.tasks} * layout.districts
                                                 : layout.sample_in.size();
    }
    bytes += cells * (sizeof(Value) + sizeof(Cell));
    // Answers, what they are asked for, private values, and what is known of each column.
    uint64_t each = plan_.slots * sizeof(Value) + solvers * (sizeof(Pair) + sizeof(uint32_t)) + 32;
    bytes += answers * (sizeof(Answer) + sizeof(JobCode)) + layout.sample_in.size() * each;
    bytes += (plan_.slots + 2 * solvers) * sizeof(LegCode); // at most
    bytes += 2 * plan_.calls.size() * round_up(layout.sample_in.size(), 64) * sizeof(uint32_t);
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
    // Of a district as it will be; the fixed values, which come from the plan, are left out.
    std::vector<std::unique_ptr<char[]>> images(layout.districts);
    std::vector<uint64_t> ends(layout.districts);
    uint64_t first = round_up(plan_.fixed_memory.size(), 16);
    uint64_t longest = 0;
    uint64_t dearest = 0; // what one sample and its task take up
    for (uint32_t d = 0; d < layout.districts; ++d) {
        uint64_t bytes = first + 64;
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
        images[d] = std::make_unique_for_overwrite<char[]>(bytes);
        Lane lane(images[d].get(), bytes, 0, {});
        lane.adopt(static_cast<uint32_t>(first));
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
        ends[d] = lane.used();
        longest = std::max(longest, ends[d]);
    }
    // What depends on no sample is paid for by the solvers that name it.
    view_.base_bytes = dearest + Lane::kPreamble;

    // A heap that is nearly as large as it could be is kept: to make one anew takes a while.
    uint64_t room = settings_.memory - std::min(settings_.memory, beside_heap);
    if (heap_.room() > room) heap_.release();
    if (heap_.room() > room / 4 * 3) room = heap_.room();
    uint64_t district = std::min(settings_.most_district, room / layout.districts) / 65536 * 65536;
    uint64_t start = round_up(longest, 65536);
    uint64_t least = uint64_t{4} * settings_.sizes.back().window;
    if (start + least > district) {
        throw OutOfMemory("the device has too little memory for this battery");
    }
    first_window_ = start;
    bool same = heap_.room() >= district * layout.districts && view_.district_bytes == district;
    uint32_t fixed = same ? fixed_districts_ : 0;
    fixed_districts_ = 0;
    view_.district_bytes = district;
    view_.heap = heap_.reserve(district * layout.districts);
    for (uint32_t d = 0; d < layout.districts; ++d) {
        auto put = [&](uint64_t at, const void* from, uint64_t bytes) {
            device_.put(view_.district(d) + at, from, bytes);
            stats_.bytes_in += bytes;
        };
        if (d >= fixed) put(0, plan_.fixed_memory.data(), plan_.fixed_memory.size());
        put(first, images[d].get() + first, ends[d] - first);
    }
    fixed_districts_ = std::max(fixed, layout.districts);
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
    view_.privates = privates_.zeroed(plan_.slots * columns);
    view_.districts = layout.districts;
    view_.columns = layout.columns;
    view_.tasks = layout.tasks;
}

/// Finds the lanes of all sizes room in every district: half of it is for windows they have begun,
/// the rest for those they have filled. Where some go through, half of all is for those.
void Runner::size_lanes(const Layout& layout) {
    uint64_t room = view_.district_bytes - first_window_;
    bool any = std::ranges::any_of(settings_.sizes, goes_through);
    through_window_ = view_.district_bytes - (any ? room / 2 / 4096 * 4096 : 0);
    uint64_t to_stay = (through_window_ - first_window_) / 2 / settings_.sizes.size();
    sizes_.clear();
    through_sizes_.clear();
    first_worker_.clear();
    uint64_t all = 0;
    for (const LaneSize& size : settings_.sizes) {
        sizes_.push_back(lanes(size, to_stay, layout.column_of.size()));
        through_sizes_.push_back(
            lanes(size, view_.district_bytes - through_window_, layout.column_of.size()));
        through_sizes_.back().through = goes_through(size);
        first_worker_.push_back(all);
        all += uint64_t{sizes_.back().workers} * layout.districts;
    }
    windows_.zeroed(all);
}

/// As many lanes as find room.
Size Runner::lanes(const LaneSize& size, uint64_t room, uint64_t samples) const {
    uint64_t window = round_up(size.window, 4096);
    uint64_t abreast = std::max<uint32_t>(1, size.abreast);
    // All can come to one district where the others are done.
    uint64_t workers = std::clamp<uint64_t>(room / window, 1, device_.warps() * abreast);
    if (workers < abreast) abreast = 1;
    workers -= workers % abreast;
    return {static_cast<uint32_t>(window),
            static_cast<uint32_t>(workers),
            static_cast<uint32_t>(abreast),
            std::min(size.steps, plan_.limits.steps),
            size.milliseconds_for(samples) * kTicks,
            size.crewed,
            false};
}

Windows Runner::windows_of(size_t size) const {
    return {windows_.get() + first_worker_[size], next_free_.get(), through_window_};
}

/// Lanes for what needs none of their memory.
Size Runner::small_lanes(uint32_t districts) const {
    return {0, std::max(1U, device_.warps() / districts) * kBlock, kBlock, 0, 0, false, false};
}

void Runner::run_shared(const Layout& layout) {
    if (settings_.timed) device_.finish();
    Stopwatch watch;
    run_calls(layout, shared_task_calls_, true);
    run_calls(layout, shared_calls_, false);
    if (!settings_.timed) return;
    device_.finish();
    stats_.shared_seconds = watch.lap();
}

void Runner::run_calls(const Layout& layout, const std::vector<uint32_t>& calls, bool per_task) {
    if (calls.empty()) return;
    StepWave wave;
    wave.view = view_;
    wave.per_task = per_task;
    uint32_t width = std::max(per_task ? layout.tasks : layout.columns, kBlock);
    wave.table.shift = log_of(width);
    size_t some = settings_.step_by_step ? 1 : calls.size(); // a launch
    for (size_t from = 0; from < calls.size(); from += some) {
        wave.calls = (per_task ? task_calls_ : sample_calls_).get() + from;
        wave.table.count = some;
        for (uint32_t k = 0; k < sizes_.size(); ++k) {
            wave.size = sizes_[k];
            wave.windows = windows_of(k);
            wave.number = k;
            wave.last = k + 1 == sizes_.size();
            // What was settled in bundles of another size is not known to be, and looked at again.
            wave.progress.shift = log_of(wave.size.abreast);
            uint64_t bundles = plan_.calls.size() * layout.districts << wave.table.shift;
            wave.progress.counts = progress_.zeroed(bundles >> wave.progress.shift);
            device_.run(wave, layout.districts);
            ++stats_.launches;
        }
        if (settings_.step_by_step) fetch_and_return(calls[from], layout);
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
        char* at = view_.district(district) + values[k].ref();
        uint64_t bytes = std::min<uint64_t>(cells[k].kept, view_.district_bytes - values[k].ref());
        payload.resize(bytes);
        device_.take(payload.data(), at, bytes);
        device_.put(at, payload.data(), bytes);
        stats_.bytes_out += bytes;
        stats_.bytes_in += bytes;
    }
    device_.put(view_.values + first, values.data(), count * sizeof(Value));
}

/// Pairs of solver and sample: the jobs', or all.
void Runner::start(const Layout& layout, const Company& company, std::span<const JobCode> jobs) {
    StartWave wave;
    wave.view = view_;
    wave.solvers = solver_list_.get();
    wave.count = static_cast<uint32_t>(company.solvers.size());
    wave.pairs = pairs_.zeroed(company.solvers.size() * layout.sample_in.size());
    if (!jobs.empty()) wave.jobs = jobs_.put(jobs);
    wave.job_count = jobs.size();
    wave.size = small_lanes(layout.districts);
    device_.run(wave, layout.districts);
    ++stats_.launches;
}

/// Solvers that are to be run together; mostly the same as in the batch before.
const Company& Runner::assemble(std::span<const uint32_t> solvers) {
    if (std::ranges::equal(solvers, asked_)) return company_;
    asked_.clear();
    company_ = gather_company(plan_, solvers);
    std::vector<bool> needed = find_needed(plan_, company_);
    auto keep_needed = [&needed](std::vector<uint32_t> calls) {
        std::erase_if(calls, [&needed](uint32_t call) { return !needed[call]; });
        return calls;
    };
    shared_task_calls_ = keep_needed(plan_.task_calls);
    shared_calls_ = keep_needed(plan_.sample_calls);
    task_calls_.put(shared_task_calls_);
    sample_calls_.put(shared_calls_);
    std::vector<LegCode> legs = order_legs(plan_, company_);
    ordered_ = legs.size();
    for (uint32_t k = 0; k < company_.solvers.size(); ++k) legs.push_back({k, 0});
    solver_list_.put(company_.solvers);
    legs_.put(legs);
    asked_.assign(solvers.begin(), solvers.end());
    return company_;
}

/// Takes the pairs to their ends, in lanes of every size: what starves in one goes on in the next.
void Runner::run_legs(const Layout& layout, const Company& company, uint64_t answers) {
    LegWave wave;
    wave.view = view_;
    wave.solvers = solver_list_.get();
    wave.pairs = pairs_.get();
    wave.first_window = through_window_;
    wave.answers = answers_.zeroed(answers);
    uint64_t pairs = company.solvers.size() * layout.sample_in.size();
    stats_.size_seconds.clear();
    if (settings_.timed) device_.finish();
    for (uint32_t k = 0; k < sizes_.size(); ++k) {
        bool through = through_sizes_[k].through;
        wave.size = through ? through_sizes_[k] : sizes_[k];
        wave.windows = windows_of(k);
        wave.legs = legs_.get() + (through ? ordered_ : 0);
        wave.table = {through ? company.solvers.size() : ordered_, log_of(layout.columns)};
        wave.number = k;
        wave.last = k + 1 == sizes_.size();
        uint64_t bundles = pairs / wave.size.abreast;
        wave.progress = {progress_.reserve(bundles), log_of(wave.size.abreast)};
        SurveyWave survey{wave.pairs, wave.progress, bundles, k, small_lanes(layout.districts)};
        Stopwatch watch;
        device_.run(survey, layout.districts);
        device_.run(wave, layout.districts);
        stats_.launches += 2;
        if (!settings_.timed) continue;
        device_.finish();
        stats_.size_seconds.push_back(watch.lap());
    }
    taken_.resize(answers);
    device_.take(taken_.data(), answers_.get(), answers * sizeof(Answer));
    stats_.bytes_out += answers * sizeof(Answer);
    if (settings_.timed) {
        std::vector<uint64_t> ends(layout.districts);
        device_.take(ends.data(), next_free_.get(), ends.size() * sizeof(uint64_t));
        stats_.heap_bytes = 0;
        for (uint64_t end : ends) stats_.heap_bytes += std::min(end, view_.district_bytes);
    }
}

std::vector<std::span<const Answer>> Runner::cross(std::span<const Sample> samples,
                                                   std::span<const uint32_t> solvers) {
    std::vector<std::span<const Answer>> made(samples.size());
    if (samples.empty() || solvers.empty()) return made;
    const Company& company = assemble(solvers);
    Layout layout = arrange(samples, company.solvers.size());
    size_t count = company.solvers.size();
    size_t answers = count * layout.sample_in.size();
    place(samples, layout, bytes_beside_heap(layout, count, answers));
    fill_rows(layout);
    size_lanes(layout);
    run_shared(layout);
    start(layout, company, {});
    run_legs(layout, company, answers);
    bool all_differ = count == solvers.size();
    repeated_.clear();
    repeated_.reserve(all_differ ? 0 : samples.size() * solvers.size());
    for (size_t s = 0; s < samples.size(); ++s) {
        const Answer* of_sample = taken_.data() + layout.column_of[s] * count;
        if (!all_differ) {
            for (uint32_t number : company.numbers) repeated_.push_back(of_sample[number]);
            of_sample = repeated_.data() + s * solvers.size();
        }
        made[s] = {of_sample, solvers.size()};
    }
    return made;
}

std::vector<Answer> Runner::jobs(std::span<const Sample> samples, std::span<const Job> jobs) {
    if (jobs.empty()) return {};
    std::vector<uint32_t> solvers;
    for (const Job& job : jobs) solvers.push_back(job.solver);
    const Company& company = assemble(solvers);
    Layout layout = arrange(samples, jobs.size() / samples.size() + 1);
    place(samples, layout, bytes_beside_heap(layout, company.solvers.size(), jobs.size()));
    fill_rows(layout);
    size_lanes(layout);
    run_shared(layout);
    // Equal jobs are one.
    std::vector<std::pair<uint64_t, uint32_t>> order;
    for (uint32_t k = 0; k < jobs.size(); ++k) {
        uint64_t column = layout.column_of[jobs[k].sample];
        order.emplace_back(uint64_t{company.numbers[k]} << 32 | column, k);
    }
    std::ranges::sort(order);
    std::vector<JobCode> codes;
    std::vector<uint32_t> answer_of(jobs.size());
    for (size_t k = 0; k < order.size(); ++k) {
        auto [pair, job] = order[k];
        if (k == 0 || pair != order[k - 1].first) {
            codes.push_back({static_cast<uint32_t>(pair >> 32), static_cast<uint32_t>(pair)});
        }
        answer_of[job] = static_cast<uint32_t>(codes.size() - 1);
    }
    start(layout, company, codes);
    run_legs(layout, company, codes.size());
    std::vector<Answer> made;
    made.reserve(jobs.size());
    for (uint32_t place : answer_of) made.push_back(taken_[place]);
    return made;
}

} // namespace batt::batch
