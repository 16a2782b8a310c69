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
/** Both ways to a conversation, as the page has them, and with every message at hand. */
const doors = { session: "service-react", chat: "service-chat" };
const eachDoor = (make) => Object.entries(doors).flatMap(([door, name]) => make(name, door));
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

const limits = { paced: 1.4, deep: 1.15 };

function streaming(groups) {
  const { of, read, best } = reader(groups.stream);
  const task = read("stream", "task");
  return ["paced", "deep"].flatMap((shape) => {
    const floor = median(task("floor-null", 0, shape));
    const limit = median(task("limit-react", 0, shape)) - floor;
    const peer = best(unthrottled, task, 0, shape);
    return eachDoor((name, door) => {
      const own = task(name, 0, shape).map((x) => x - floor);
      const share = of(name, 0, shape).map((s) => s.stream.commits / s.stream.frames);
      const what = `${shape}, ${door}`;
      return [
        ratio(`${what}: task above floor, of limit-react`, limits[shape], median(own), limit, own),
        ...(peer
          ? [
              ratio(
                `${what}: task above floor, of the best unthrottled peer`,
                shape === "paced" ? 0.75 : 0.45,
                median(own),
                peer.value - floor,
                own,
                ` of ${peer.name}`,
              ),
            ]
          : []),
        // One for each frame of the stream; sending, and the begin and end of the turn, have theirs.
        row(`${what}: React commits a frame`, "≤ 1.02", digits(median(share)), from(share), median(share) <= 1.02),
      ];
    });
  });
}

function withHistory(groups) {
  const { read, best, of } = reader(groups.history);
  const task = read("stream", "task");
  const alone = reader(groups.stream).read("stream", "task");
  return ["paced", "deep"].flatMap((shape) => {
    const floor = median(task("floor-null", 2000, shape));
    const peer = best(everyPeer, task, 2000, shape);
    const janks = (name, field) => median(of(name, 2000, shape).map((s) => s.stream?.[field]));
    return eachDoor((name, door) => {
      const all = `${name}-all`;
      const own = task(all, 2000, shape).map((x) => x - floor);
      const without = median(alone(name, 0, shape)) - median(alone("floor-null", 0, shape));
      const compare = (field) => [janks(all, field), janks("floor-blocks", field)];
      const [long, longFloor] = compare("longTasks");
      const [dropped, droppedFloor] = compare("droppedFrames");
      const what = `${shape}, ${door}, 2,000 messages`;
      const peerBase = peer ? peer.value - floor : Number.NaN;
      return [
        ratio(`${what}: task above floor, of its own without history`, 1.25, median(own), without, own),
        ...(peer
          ? [ratio(`${what}: task above floor, of the best peer`, 0.35, median(own), peerBase, own, ` of ${peer.name}`)]
          : []),
        row(
          `${what}: long tasks / dropped frames`,
          `≤ ${longFloor} / ${droppedFloor} (floor-blocks)`,
          `${long} / ${dropped}`,
          "",
          long <= longFloor && dropped <= droppedFloor,
        ),
      ];
    });
  });
}

function fast(groups) {
  const { read, best, of } = reader(groups.fast);
  const task = read("stream", "task");
  const sizes = [0, 200, 2000].filter((H) => of("service-react-all", H, "fast").length > 0);
  const rows = sizes.flatMap((H) =>
    eachDoor((name, door) => {
      const all = `${name}-all`;
      const own = task(all, H, "fast");
      const lag = of(all, H, "fast").map((s) => s.stream?.lag);
      const peer = best(everyPeer, task, H, "fast");
      const what = `fast, ${door}, ${H} messages`;
      return [
        ...(peer
          ? [ratio(`${what}: task, of the best peer`, 0.334, median(own), peer.value, own, ` of ${peer.name}`)]
          : []),
        row(`${what}: last byte to final text`, "≤ 150 ms", `${digits(median(lag))} ms`, from(lag), median(lag) <= 150),
      ];
    }),
  );
  const twice = reader(groups.twice).read("stream", "task");
  const longer = eachDoor((name, door) => {
    const [one, two] = [twice(name, 0, "fast"), twice(name, 0, "fast2")];
    return ratio(`an answer twice as long, ${door}: task`, 2.3, median(two), median(one), two);
  });
  return [...rows, ...longer];
}

function opening(groups) {
  const { read, best, of } = reader(groups.open);
  const rows = [200, 2000, 10_000].flatMap((H) =>
    ["service-react-items", "service-react", "service-chat"].map((name) => {
      const task = read("mount", "task")(name, H);
      const what = { "service-react": "a session", "service-chat": "a chat" }[name] ?? "items at hand";
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
  const floor = quantile(keys("typing", "limit-lastblock"), 0.95);
  return eachDoor((door, label) => {
    const name = `${door}-all`;
    const own = keys("typing-history", name);
    const perSample = groups["typing-history"].filter((s) => s.name === name && s.keys);
    const p95 = perSample.map((s) => quantile(s.keys.latencies, 0.95));
    const p99 = quantile(own, 0.99);
    return [
      ratio(`typing, ${label}, 2,000 messages: p95, of limit-lastblock`, 1.25, quantile(own, 0.95), floor, p95),
      row(`typing, ${label}, 2,000 messages: p99`, "≤ 50 ms", `${digits(p99)} ms`, "", p99 <= 50),
    ];
  });
}

function renders(groups) {
  return eachDoor((name, door) => {
    const perCommit = groups.renders.filter((s) => s.name === name).flatMap((s) => s.renders ?? []);
    const working = perCommit.filter(([rendered]) => rendered > 0);
    const rows = working.map(([, count]) => count);
    const components = median(working.map(([count]) => count));
    return row(
      `rows rendered a chunk, ${door}`,
      "1",
      `${digits(median(rows))} (p95 ${quantile(rows, 0.95)}; ${components} components)`,
      from(rows),
      median(rows) <= 1 && quantile(rows, 0.95) <= 1,
    );
  });
}

/** Main-thread time a delta in the first and the last fifth of a stream (ms), of the readings that were taken along it. */
function endsOf(costs) {
  const steps = costs.slice(1).map(({ task, writes }, index) => ({
    task: task - costs[index].task,
    writes: writes - costs[index].writes,
  }));
  while (steps.at(-1)?.writes === 0) steps.pop();
  const fifth = Math.max(1, Math.floor(steps.length / 5));
  const sum = (part, field) => part.reduce((total, step) => total + step[field], 0);
  return [steps.slice(0, fifth), steps.slice(-fifth)].map((part) => sum(part, "task") / sum(part, "writes"));
}

function hardest(groups) {
  const rows = eachDoor((name, door) => {
    const samples = groups.hardest.filter((s) => s.name === name && s.stream);
    if (samples.length === 0) return [];
    const longest = samples.map(({ stream }) => stream.longTaskMax);
    const ends = samples.map(({ stream }) => endsOf(stream.costs));
    const growth = ends.map(([first, last]) => last / first);
    const [first, last] = ends[0];
    return [
      row(
        `hardest page, ${door}: longest task`,
        "≤ 50 ms",
        `${digits(median(longest))} ms`,
        from(longest),
        median(longest) <= 50,
      ),
      row(
        `hardest page, ${door}: cost of a token, last fifth of the first`,
        "≤ 1.25 ×",
        `${digits(median(growth))} × (${digits(first)} to ${digits(last)} ms)`,
        from(growth),
        median(growth) <= 1.25,
      ),
    ];
  });
  const reached = groups.hardest.map(({ name, failed, stream }) => {
    const sent =
      stream && `${(stream.writes / 1000).toFixed(0)} thousand deltas in ${(stream.wall / 1000).toFixed(0)} s`;
    return row(`hardest page, ${name}: how far it came`, "the end", sent ?? failed, "", stream?.ok === true);
  });
  return [...rows, ...reached];
}

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
/** A size beside a peer's of the same bundle run. */
const size = (claim, limit, bytes, peer) =>
  row(claim, `≤ ${limit} ×`, `${digits(bytes / peer)} × (${kb(bytes)} of ${kb(peer)})`, "", bytes / peer <= limit);

/** All rows of the table. A group that was not run gives none. */
export function claims(groups, sizes, inNode) {
  const parts = [
    [["stream"], streaming],
    [["stream", "history"], withHistory],
    [["fast", "twice"], fast],
    [["open"], opening],
    [["typing", "typing-history"], typing],
    [["renders"], renders],
    [["hardest"], hardest],
  ];
  const measured = parts.flatMap(([needs, make]) => (needs.every((name) => groups[name]?.length) ? make(groups) : []));
  return [
    ...measured,
    ...inNode,
    size("useChat, min+gzip, of the AI SDK's hook", 0.18, sizes.useChat, sizes.peerHook),
    size("SessionConversation with its sheet, of AI SDK + Streamdown's page", 0.55, sizes.session, sizes.peerPage),
    size("ChatConversation with its sheet, of AI SDK + Streamdown's page", 0.55, sizes.chat, sizes.peerPage),
  ];
}

export function table(rows) {
  const cells = rows.map((r) => [r.claim, r.target, r.figure, r.spread, r.met ? "met" : "**not met**"]);
  const lines = [["claim", "target", "figure", "spread", ""], ["---", "---", "---", "---", "---"], ...cells];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}
