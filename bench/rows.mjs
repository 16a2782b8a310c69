/** From samples to claims: target, figure, spread, and whether the target is met. */

const sorted = (values) => values.filter((value) => Number.isFinite(value)).toSorted((a, b) => a - b);

export function median(values) {
  const all = sorted(values);
  const middle = all.length >> 1;
  return all.length === 0 ? Number.NaN : all.length % 2 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
}

function quantile(values, share) {
  const all = sorted(values);
  return all[Math.min(all.length - 1, Math.floor(share * all.length))];
}

const digits = (value) => (!Number.isFinite(value) ? "–" : value >= 100 ? value.toFixed(0) : value.toFixed(2));
const from = (values) =>
  sorted(values).length ? `${digits(sorted(values)[0])}–${digits(sorted(values).at(-1))}` : "–";
const unthrottled = ["aisdk-streamdown", "assistant-ui", "tanstack"];
const everyPeer = [...unthrottled, "aisdk-streamdown-t50"];

/** A reader of one group's samples. */
function reader(samples) {
  const of = (name, H, shape) =>
    samples.filter((s) => s.name === name && s.H === H && (shape === undefined || s.shape === shape) && !s.failed);
  const read = (kind, field) => (name, H, shape) => of(name, H, shape).map((s) => s[kind]?.[field]);
  const best = (names, field, H, shape) =>
    names
      .filter((name) => of(name, H, shape).every((s) => s.stream?.ok !== false))
      .map((name) => ({ name, value: median(field(name, H, shape)) }))
      .filter(({ value }) => Number.isFinite(value))
      .toSorted((a, b) => a.value - b.value)[0];
  return { of, read, best };
}

const row = (claim, target, figure, spread, met) => ({ claim, target, figure, spread, met });
const ratio = (claim, limit, value, base, samples, what = "") =>
  row(
    claim,
    `≤ ${limit} ×`,
    `${digits(value / base)} ×${what}`,
    from(samples.map((x) => x / base)),
    value / base <= limit,
  );

function streaming(groups) {
  const { read, best } = reader(groups.stream);
  const task = read("stream", "task");
  return ["paced", "deep"].flatMap((shape) => {
    const floor = median(task("floor-null", 0, shape));
    const own = task("service-react", 0, shape).map((x) => x - floor);
    const limit = median(task("limit-react", 0, shape)) - floor;
    const peer = best(unthrottled, task, 0, shape);
    const commits = groups.stream.filter((s) => s.name === "service-react" && s.shape === shape && s.stream);
    const share = commits.map((s) => s.stream.commits / s.stream.frames);
    return [
      ratio(`${shape}: task above floor, of limit-react`, 1.25, median(own), limit, own),
      ...(peer
        ? [
            ratio(
              `${shape}: task above floor, of the best unthrottled peer`,
              shape === "paced" ? 0.75 : 0.45,
              median(own),
              peer.value - floor,
              own,
              ` of ${peer.name}`,
            ),
          ]
        : []),
      // One for each frame of the stream; sending, and the begin and end of the turn, have theirs.
      row(`${shape}: React commits a frame`, "≤ 1.02", digits(median(share)), from(share), median(share) <= 1.02),
    ];
  });
}

function withHistory(groups) {
  const { read, best, of } = reader(groups.history);
  const task = read("stream", "task");
  const alone = reader(groups.stream).read("stream", "task");
  return ["paced", "deep"].flatMap((shape) => {
    const floor = median(task("floor-null", 2000, shape));
    const own = task("service-react-all", 2000, shape).map((x) => x - floor);
    const without = median(alone("service-react", 0, shape)) - median(alone("floor-null", 0, shape));
    const peer = best(everyPeer, task, 2000, shape);
    const janks = (name, field) => median(of(name, 2000, shape).map((s) => s.stream?.[field]));
    const compare = (field) => [janks("service-react-all", field), janks("floor-blocks", field)];
    const [long, longFloor] = compare("longTasks");
    const [dropped, droppedFloor] = compare("droppedFrames");
    return [
      ratio(`${shape}, 2,000 messages: task above floor, of its own without history`, 1.25, median(own), without, own),
      ...(peer
        ? [
            ratio(
              `${shape}, 2,000 messages: task above floor, of the best peer`,
              0.4,
              median(own),
              peer.value - floor,
              own,
              ` of ${peer.name}`,
            ),
          ]
        : []),
      row(
        `${shape}, 2,000 messages: long tasks / dropped frames`,
        `≤ ${longFloor} / ${droppedFloor} (floor-blocks)`,
        `${long} / ${dropped}`,
        "",
        long <= longFloor && dropped <= droppedFloor,
      ),
    ];
  });
}

function fast(groups) {
  const { read, best, of } = reader(groups.fast);
  const task = read("stream", "task");
  const sizes = [0, 200, 2000].filter((H) => of("service-react-all", H, "fast").length > 0);
  const rows = sizes.flatMap((H) => {
    const own = task("service-react-all", H, "fast");
    const lag = of("service-react-all", H, "fast").map((s) => s.stream?.lag);
    const peer = best(everyPeer, task, H, "fast");
    return [
      ...(peer
        ? [
            ratio(
              `fast, ${H} messages: task, of the best peer`,
              0.334,
              median(own),
              peer.value,
              own,
              ` of ${peer.name}`,
            ),
          ]
        : []),
      row(
        `fast, ${H} messages: last byte to final text`,
        "≤ 100 ms",
        `${digits(median(lag))} ms`,
        from(lag),
        median(lag) <= 100,
      ),
    ];
  });
  const twice = reader(groups.twice).read("stream", "task");
  const [one, two] = [twice("service-react", 0, "fast"), twice("service-react", 0, "fast2")];
  return [...rows, ratio("an answer twice as long: task", 2.3, median(two), median(one), two)];
}

function opening(groups) {
  const { read, best, of } = reader(groups.open);
  const rows = [200, 2000, 10_000].flatMap((H) =>
    ["service-react-items", "service-react"].map((name) => {
      const task = read("mount", "task")(name, H);
      const what = name === "service-react" ? "a session" : "items at hand";
      return row(
        `opening ${H} messages, ${what}: task until interactive`,
        "≤ 150 ms",
        `${digits(median(task))} ms (interactive after ${digits(median(of(name, H).map((s) => s.mount.tti)))} ms)`,
        from(task),
        median(task) <= 150,
      );
    }),
  );
  const heap = read("mount", "heapMB");
  const peer = best(everyPeer, heap, 10_000);
  if (!peer) return rows;
  const own = heap("service-react-items", 10_000);
  return [
    ...rows,
    ratio("opening 10,000 messages: heap, of the best peer", 0.25, median(own), peer.value, own, ` of ${peer.name}`),
  ];
}

function typing(groups) {
  const keys = (group, name) => groups[group].filter((s) => s.name === name).flatMap((s) => s.keys?.latencies ?? []);
  const own = keys("typing-history", "service-react-all");
  const floor = quantile(keys("typing", "limit-lastblock"), 0.95);
  const perSample = groups["typing-history"].filter((s) => s.name === "service-react-all" && s.keys);
  const p95 = perSample.map((s) => quantile(s.keys.latencies, 0.95));
  const p99 = quantile(own, 0.99);
  return [
    ratio("typing, 2,000 messages: p95, of limit-lastblock", 1.25, quantile(own, 0.95), floor, p95),
    row("typing, 2,000 messages: p99", "< 50 ms", `${digits(p99)} ms`, "", p99 < 50),
  ];
}

function renders(groups) {
  const perCommit = groups.renders.flatMap((s) => s.renders ?? []);
  const working = perCommit.filter(([rendered]) => rendered > 0);
  const rows = working.map(([, count]) => count);
  return [
    row(
      "rows rendered a chunk",
      "1",
      `${digits(median(rows))} (p95 ${quantile(rows, 0.95)}; ${median(working.map(([count]) => count))} components)`,
      from(rows),
      median(rows) <= 1 && quantile(rows, 0.95) <= 1,
    ),
  ];
}

const size = (claim, bytes, limit) =>
  row(claim, `≤ ${limit} KB`, `${(bytes / 1000).toFixed(1)} KB`, "", bytes <= limit * 1000);

/** All rows of the table. A group that was not run gives none. */
export function claims(groups, sizes, inNode) {
  const parts = [
    [["stream"], streaming],
    [["stream", "history"], withHistory],
    [["fast", "twice"], fast],
    [["open"], opening],
    [["typing", "typing-history"], typing],
    [["renders"], renders],
  ];
  const measured = parts.flatMap(([needs, make]) => (needs.every((name) => groups[name]?.length) ? make(groups) : []));
  return [
    ...measured,
    ...inNode,
    size("/hooks with useSessionById, min+gzip", sizes.hooks, 20),
    size("SessionConversation with CSS, min+gzip", sizes.conversation, 70),
  ];
}

export function table(rows) {
  const cells = rows.map((r) => [r.claim, r.target, r.figure, r.spread, r.met ? "met" : "**not met**"]);
  const lines = [["claim", "target", "figure", "spread", ""], ["---", "---", "---", "---", "---"], ...cells];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}
