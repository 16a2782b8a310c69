// budget: one page, and each size in which an approval or a question could be cut
import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { restAfterMove } from "../../src/components/decisions/use-moved.js";
import { fieldLabels } from "../../src/components/tool-call/field-labels.js";
import { pagesInChromium } from "./open-page.js";

/** No approval is given blind: whatever the window, the text size and the way there. */

const open = pagesInChromium();
let page: Page;

const email = {
  to: ["ana@example.com", "ben@example.com"],
  subject: "Offsite",
  body: `Dear all,\n\n${"The offsite is in Lisbon. ".repeat(60)}`,
  cc: "everyone@example.com",
};
const nested = {
  order: 2,
  customer: { name: "Ana", address: { city: "Lisbon" } },
  lines: [{ sku: "A1", qty: 2 }],
  total: 12,
};
const many = Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`field_${n}`, `value ${n}`]));
const hundreds = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`field_${n}`, `value ${n}`]));
const calls = {
  email: [email],
  nested: [nested],
  many: [many],
  hundreds: [hundreds],
  several: [{ a: 1, b: 2 }, email, many],
};

const sizes = [
  { width: 1280, height: 800, scale: 1 },
  { width: 1280, height: 800, scale: 2 },
  { width: 640, height: 400, scale: 1 },
  { width: 740, height: 200, scale: 1 },
  { width: 740, height: 360, scale: 2 },
  { width: 360, height: 640, scale: 1 },
  { width: 360, height: 640, scale: 2 },
] as const;

async function show(of: keyof typeof calls, size: Record<"width" | "height" | "scale", number>): Promise<void> {
  page = await open("approvals-page", size);
  await page.evaluate((scale) => (document.documentElement.style.fontSize = `${scale * 100}%`), size.scale);
  await page.evaluate((args) => window.showApprovals(args), calls[of]);
}

const frame = () => page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));

/** Keeps what has been in sight, and fails where Approve is before all of its card's arguments have been. */
function watch(of: keyof typeof calls) {
  const seen = new Set<string>();
  return async (step: string) => {
    await frame();
    await frame();
    const { values, approves } = await page.evaluate(() => window.inSight());
    for (const value of values) seen.add(value);
    for (const index of approves) {
      const labels = fieldLabels(Object.keys(calls[of][index] ?? {}));
      const missing = labels.filter((label) => !seen.has(`${index} ${label}`));
      expect(missing, `Approve ${index} is in sight ${step}`).toEqual([]);
    }
    return approves;
  };
}

/** Scrolls by a part of the visible height, like a wheel. */
const scroll = (by: number) =>
  page.evaluate((part) => {
    for (let box = document.querySelector("dd")?.parentElement; box; box = box.parentElement ?? undefined) {
      if (/auto|scroll/.test(getComputedStyle(box).overflowY)) box.scrollBy(0, part * box.clientHeight);
    }
  }, by);

/** Every size with an email; the other arguments where the window or the text makes them long. */
const cases = [
  ...sizes.map((size) => ({ of: "email" as const, ...size })),
  ...sizes.slice(5).map((size) => ({ of: "many" as const, ...size })),
  { of: "hundreds" as const, ...sizes[0] },
  // A phone with text of 200 %, in its own pixels.
  { of: "many" as const, width: 195, height: 422, scale: 1 },
  ...sizes.slice(6).flatMap((size) => (["nested", "several"] as const).map((of) => ({ of, ...size }))),
];

describe("an approval", () => {
  it.each(cases)("of $of is never offered unseen at $width × $height with text × $scale", async ({ of, ...size }) => {
    await show(of, size);
    const look = watch(of);
    const offered = new Set(await look("at first"));
    expect(await page.evaluate(() => window.scrollers())).toBeLessThanOrEqual(1);
    // Straight to the end and to the buttons, by script and by keys.
    await scroll(1000);
    await look("after a jump to the end");
    await page.getByRole("textbox", { name: "Message" }).focus();
    for (const key of ["Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      await look(`after ${key}`);
    }
    await scroll(-1000);
    await look("back at the beginning");
    // Read as a reader does: some of it at a time.
    for (let step = 0; step < 60 && offered.size < calls[of].length; step += 1) {
      await scroll(0.4);
      for (const index of await look(`while reading, step ${step}`)) offered.add(index);
    }
    expect(offered).toEqual(new Set(calls[of].map((_, index) => index)));
  });
});

describe("the keyboard", () => {
  it("reaches every argument and then Approve, however short the window is", async () => {
    await show("many", { width: 740, height: 200, scale: 1 });
    await page.getByRole("textbox", { name: "Message" }).focus();
    // From the composer back to the buttons, of which Approve is not one yet.
    await page.keyboard.press("Shift+Tab");
    await frame();
    await frame();
    await page.getByText("You haven't seen all the details yet.").waitFor();
    const look = watch("many");
    await look("before it is asked for");
    for (let press = 0; press < 40 && (await page.evaluate(() => window.approved.length)) === 0; press += 1) {
      const next = page.getByRole("button", { name: /^(Show details|Approve)$/ }).first();
      await next.focus();
      await frame();
      await frame();
      const name = await page.evaluate(() => document.activeElement?.textContent);
      expect(["Show details", "Approve"]).toContain(name);
      await page.keyboard.press("Enter");
    }
    expect(await page.evaluate(() => window.approved)).toEqual(["a0"]);
  });

  it("stays at the buttons when the reader scrolls away from Show details", async () => {
    await show("many", { width: 740, height: 200, scale: 1 });
    await page.getByRole("textbox", { name: "Message" }).focus();
    await page.keyboard.press("Shift+Tab");
    const button = page.getByRole("button", { name: "Show details" });
    await button.focus();
    await scroll(-1000);
    await button.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Approve");
  });
});

describe("a card whose button gets the focus by a key", () => {
  it("is in sight from its title to that button", async () => {
    page = await open("approvals-page", { width: 700, height: 720 });
    const tall = { a: 1, b: 2, c: 3 };
    await page.evaluate((args) => window.showApprovals(args), [tall, tall, tall]);
    const approve = page.getByRole("button", { name: "Approve" });
    await approve.last().focus();
    const hidden = () =>
      page.evaluate(() => {
        const card = document.activeElement?.closest(".sv-decision")?.getBoundingClientRect();
        const list = document.querySelector(".sv-decisions")?.getBoundingClientRect();
        return card && list ? Math.max(list.top - card.top, card.bottom - list.bottom) : Infinity;
      });
    for (let press = 0; press < 5; press += 1) {
      await page.keyboard.press("Shift+Tab");
      expect(await hidden()).toBeLessThanOrEqual(1);
    }
    const [first] = await page.getByRole("button", { name: "Reject…" }).all();
    expect(await first?.evaluate((element) => element === document.activeElement)).toBe(true);
    for (let press = 0; press < 5; press += 1) {
      await page.keyboard.press("Tab");
      expect(await hidden()).toBeLessThanOrEqual(1);
    }
  });
});

describe("the composer of a low window", () => {
  it("stays in sight of a person who types there when cards arrive above it", async () => {
    page = await open("approvals-page", { width: 1280, height: 480 });
    await page.evaluate(() => window.showApprovals([]));
    const field = page.getByRole("textbox", { name: "Message" });
    await field.focus();
    await page.evaluate(() => window.showApprovals([{ order: 1 }, { order: 2 }, { order: 3 }]));
    await frame();
    const { y, height } = (await page.locator(".sv-composer-box").boundingBox())!;
    expect(Math.floor(y + height)).toBeLessThanOrEqual(480);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe("a long card above the composer", () => {
  /** Whether a reader sees the middle of a part. */
  const isShown = (part: Locator) =>
    part.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  const rooms = [
    { width: 320, height: 640, mostOfFoot: 0.76 },
    { width: 390, height: 844, mostOfFoot: 0.65 },
    { width: 390, height: 500, mostOfFoot: 0.75 },
    { width: 1280, height: 800, mostOfFoot: 0.65 },
  ];
  const footOf = async () => (await page.locator(".sv-conversation-foot").boundingBox())!.height;

  it.each(rooms)("leaves room for the conversation, title and buttons in sight: $width × $height", async (room) => {
    page = await open("approvals-page", room);
    await page.evaluate((call) => window.showApprovals([call]), email);
    await frame();
    expect(await footOf()).toBeLessThanOrEqual(room.mostOfFoot * room.height);
    const card = page.locator(".sv-decision");
    const button = (name: string) => card.getByRole("button", { name });
    for (const part of [card.getByRole("heading"), button("Reject…"), button("Show details")]) {
      expect(await isShown(part)).toBe(true);
    }
    // Read as a reader does: some of it at a time.
    for (let step = 0; step < 40; step += 1) {
      await scroll(0.4);
      await frame();
    }
    await frame();
    expect(await isShown(button("Approve"))).toBe(true);
    expect(await page.evaluate(() => window.scrollers())).toBe(1);
  });

  it.each(rooms)("of a question does, too: $width × $height", async (room) => {
    page = await open("approvals-page", room);
    await page.evaluate(() => window.showQuestion(30));
    await frame();
    expect(await footOf()).toBeLessThanOrEqual(Math.max(0.76 * room.height, 34 * 16));
    const card = page.locator(".sv-decision");
    expect(await isShown(card.getByText("Which of these?"))).toBe(true);
    for (const name of ["Skip", "Answer"]) expect(await isShown(card.getByRole("button", { name }))).toBe(true);
    const last = card.getByText("Choice 29");
    expect(await isShown(last)).toBe(false);
    await last.scrollIntoViewIfNeeded();
    expect(await isShown(last)).toBe(true);
  });
});

describe("a card above a queue, on a phone", () => {
  const phones = [
    { width: 360, height: 640 },
    { width: 360, height: 844 },
    { width: 390, height: 664 },
    { width: 390, height: 760 },
    { width: 430, height: 932 },
  ];
  const requests = [
    { name: "refund_the_whole_order_of_a_customer", call: email },
    { name: "reserve_rooms", call: { hotel: "Casa do Rio", rooms: 11, nights: 3, total: "€4,400", from: "5 June" } },
  ];
  const languages = [undefined, "de" as const];
  const cases = phones.flatMap((phone) =>
    languages.flatMap((language) => requests.map((request) => ({ ...phone, language, ...request }))),
  );
  it.each(cases)("shows its buttons whole: $width × $height, $language, $name", async (one) => {
    const { language, name, call, ...phone } = one;
    page = await open("approvals-page", { ...phone, hasTouch: true });
    for (const hasOwnQueue of [false, true]) {
      await page.evaluate(([call, options]) => window.showApprovals([call], options), [
        call,
        { language, queued: 2, hasRows: true, name, hasOwnQueue },
      ] as const);
      await frame();
      const buttons = await page.locator(".sv-decision-actions button:visible").all();
      expect(await Promise.all(buttons.map(isWhole))).toEqual([true, true]);
    }
  });
});

describe("a question of which Other is chosen", () => {
  it.each([
    { width: 1280, height: 820, choices: 4 },
    { width: 390, height: 844, choices: 4 },
    { width: 390, height: 844, choices: 30 },
    { width: 320, height: 640, choices: 30 },
    { width: 320, height: 568, choices: 4 },
    { width: 1280, height: 480, choices: 4 },
  ])("shows the field and its buttons: $choices choices, $width × $height", async ({ choices, ...size }) => {
    page = await open("approvals-page", size);
    await page.evaluate((count) => window.showQuestion(count), choices);
    const card = page.locator(".sv-decision");
    await card.getByRole("radio", { name: "Other" }).focus();
    await page.keyboard.press("Space");
    await frame();
    const field = card.getByRole("textbox", { name: "Your own answer" });
    for (const part of [field, card.getByText("Your own answer", { exact: true })]) {
      expect(await isWhole(part)).toBe(true);
    }
    for (const name of ["Skip", "Answer"]) expect(await isWhole(card.getByRole("button", { name }))).toBe(true);
    const prompt = card.getByText("Which of these?");
    // A lower room has no place for both: the question scrolls with its choices.
    expect(size.height < 640 || (await isWhole(prompt))).toBe(true);
  });
});

/** Whether a reader sees the first and the last line of a part. */
function isWhole(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, bottom, width } = element.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
  });
}

describe("a card above a draft of two lines, with text of 200 % on a phone", () => {
  // In the phone's own pixels, so that the conditions of the sheets match, too.
  const phone = { width: 195, height: 422 };
  const draft = "a draft that has two lines";
  const isShown = (part: Locator) =>
    part.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });

  it("of an approval shows its title, its first argument and its buttons", async () => {
    page = await open("approvals-page", phone);
    await page.evaluate(() => window.showApprovals([{ number: 4711, amount: "€49.90", reason: "Broken" }]));
    await page.getByRole("textbox", { name: "Message" }).fill(draft);
    await frame();
    const card = page.locator(".sv-decision");
    for (const name of ["Reject…", /^(Show details|Approve)$/])
      expect(await isShown(card.getByRole("button", { name }))).toBe(true);
    for (const words of ["4711", "Approve “Tool 0”?"]) expect(await isShown(card.getByText(words))).toBe(true);
    await scroll(1);
    await frame();
    expect(await isShown(card.getByRole("button", { name: "Approve" }))).toBe(true);
    expect(await page.evaluate(() => window.scrollers())).toBe(1);
  });

  it("has two lines of the queue at most and one of an empty composer below it", async () => {
    page = await open("approvals-page", phone);
    await page.evaluate(() => window.showApprovals([{ number: 4711, amount: "€49.90" }], { queued: 12 }));
    await frame();
    const height = async (part: string) => (await page.locator(part).boundingBox())!.height;
    expect(await height(".sv-queue")).toBeLessThan(50);
    expect(await height(".sv-composer-box")).toBeLessThan(48);
    const card = page.locator(".sv-decision");
    for (const name of ["Reject…", /^(Show details|Approve)$/])
      expect(await isShown(card.getByRole("button", { name }))).toBe(true);
    await page.getByRole("textbox", { name: "Message" }).focus();
    await frame();
    expect(await isShown(page.getByRole("button", { name: "Stop" }))).toBe(true);
  });

  it.each([0, 2])("leaves each part of a composer with %i files within its box", async (files) => {
    page = await open("approvals-page", phone);
    await page.evaluate((files) => window.showApprovals([{ number: 4711 }], { queued: 2, files }), files);
    await frame();
    const boxOf = async (part: Locator) => (await part.boundingBox())!;
    const box = page.locator(".sv-composer-box");
    const outer = await boxOf(box);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    for (const part of [...(await box.getByRole("button").all()), box.getByRole("textbox")]) {
      const { x, width } = await boxOf(part);
      expect(x).toBeGreaterThanOrEqual(outer.x);
      expect(x + width).toBeLessThanOrEqual(outer.x + outer.width);
    }
    expect((await boxOf(box.getByRole("textbox"))).width).toBeGreaterThan(44);
  });

  it("of a question shows its buttons", async () => {
    page = await open("approvals-page", phone);
    await page.evaluate(() => window.showQuestion(30));
    await page.getByRole("textbox", { name: "Message" }).fill(draft);
    await frame();
    const card = page.locator(".sv-decision");
    for (const name of ["Skip", "Answer"]) expect(await isShown(card.getByRole("button", { name }))).toBe(true);
  });
});

describe("a card with the reason of a rejection", () => {
  const reject = async (size: { readonly width: number; readonly height: number }) => {
    page = await open("approvals-page", size);
    await page.evaluate((call) => window.showApprovals([call]), email);
    await page.getByRole("button", { name: "Reject…" }).click();
    await frame();
  };
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!;

  it.each([
    { width: 1280, height: 850 },
    { width: 390, height: 844 },
  ])("leaves ten lines of the arguments in sight: $width × $height", async (size) => {
    await reject(size);
    expect((await boxOf(".sv-decision-arguments")).height).toBeGreaterThanOrEqual(200);
    expect(await page.evaluate(() => window.scrollers())).toBe(1);
  });

  it.each([
    { width: 1280, height: 600 },
    { width: 390, height: 500 },
  ])("has its buttons within its border: $width × $height", async (size) => {
    await reject(size);
    const [card, actions] = await Promise.all([boxOf(".sv-decision"), boxOf(".sv-reject .sv-decision-actions")]);
    expect(actions.y + actions.height).toBeLessThan(card.y + card.height);
    expect(await page.evaluate(() => window.scrollers())).toBe(1);
  });
});

describe("a card with the reason of a rejection, in a small widget of a wide page", () => {
  it.each([
    { width: 380, height: 400 },
    { width: 380, height: 500 },
    { width: 380, height: 560 },
    { width: 440, height: 500 },
  ])("has its buttons whole within its border: $width × $height", async ({ width, height }) => {
    page = await open("approvals-page", { width: 1280, height: 900 });
    await page.addStyleTag({ content: `#root { inline-size: ${width}px; block-size: ${height}px !important; }` });
    await page.evaluate((call) => window.showApprovals([call]), { number: 4711, amount: "€49.90", reason: "Broken" });
    await page.getByRole("button", { name: "Reject…" }).press("Enter");
    await frame();
    const card = (await page.locator(".sv-decision").boundingBox())!;
    for (const name of ["Back", "Reject"]) {
      const button = page.getByRole("button", { name, exact: true });
      const box = (await button.boundingBox())!;
      expect(box.y + box.height).toBeLessThan(card.y + card.height);
      expect(await isWhole(button)).toBe(true);
    }
  });
});

describe("a card above a running turn's composer, in a low and narrow page", () => {
  // A window of 600 × 900 pixels with text of 200 %, and a small phone.
  it.each([
    { width: 300, height: 450 },
    { width: 320, height: 480 },
  ])("shows its buttons whole, and has one line of the composer below it: $width × $height", async (size) => {
    page = await open("approvals-page", size);
    const options = { files: 0, queued: 1, hasRows: true };
    await page.evaluate(([call, more]) => window.showApprovals([call], more), [
      { number: 4711, amount: "€49.90" },
      options,
    ] as const);
    await frame();
    for (const button of await page.locator(".sv-decision-actions button:visible").all()) {
      expect(await isWhole(button)).toBe(true);
    }
    expect((await page.locator(".sv-composer-box").boundingBox())!.height).toBeLessThan(48);
  });
});

describe("several cards above the composer", () => {
  // The last is a phone with text of 200 %, in its own pixels.
  it.each([
    { width: 1280, height: 800, mostOfFoot: 0.65 },
    { width: 390, height: 844, mostOfFoot: 0.65 },
    { width: 640, height: 360, mostOfFoot: 1 },
    { width: 195, height: 422, mostOfFoot: 1 },
  ])("leave it in sight, and room for the conversation: $width × $height", async ({ mostOfFoot, ...size }) => {
    page = await open("approvals-page", size);
    await page.evaluate(() => window.showApprovals([{ order: 1 }, { order: 2 }, { order: 3 }]));
    await frame();
    const boxOf = async (part: string) => (await page.locator(part).first().boundingBox())!;
    const { y, height } = await boxOf(".sv-composer-box");
    expect(Math.floor(y + height)).toBeLessThanOrEqual(size.height);
    expect((await boxOf(".sv-decisions")).height).toBeGreaterThanOrEqual(96);
    expect((await boxOf(".sv-conversation-foot")).height).toBeLessThanOrEqual(mostOfFoot * size.height);
  });

  it("show once that the agent waits", async () => {
    page = await open("approvals-page", { width: 700, height: 720 });
    await page.evaluate(() => window.showApprovals([{ order: 1 }, {}]));
    expect(await page.getByText("The agent waits until you decide.").count()).toBe(1);
    expect(await page.getByText("No input").count()).toBe(0);
  });
});

describe("a card above the composer of a phone on its side", () => {
  it("shows its title and its buttons, and the page does not scroll", async () => {
    page = await open("approvals-page", { width: 844, height: 300 });
    await page.evaluate(() => window.showApprovals([]));
    await page.getByRole("textbox", { name: "Message" }).focus();
    await page.evaluate(() => window.showApprovals([{ order: 1 }]));
    await frame();
    const card = page.locator(".sv-decision");
    for (const part of [card.getByRole("heading"), card.getByRole("button", { name: "Approve" })]) {
      const middle = await part.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(middle).toBe(true);
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(300);
  });
});

describe("a card that another person decided", () => {
  it.each([1, 2])("has a box as tall as its arguments: %d", async (count) => {
    page = await open("approvals-page", { width: 390, height: 844 });
    const call = Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, n]));
    await page.evaluate((args) => window.showApprovals([args], { settled: true }), call);
    const box = page.locator(".sv-decision-arguments");
    const [{ height }, fields] = [(await box.boundingBox())!, (await box.locator(".sv-value-fields").boundingBox())!];
    expect(fields.height).toBeGreaterThan(15 * count);
    expect(Math.abs(height - fields.height)).toBeLessThan(2);
    // No cue of more to read.
    expect(await box.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  });
});

describe("a card that appears under the pointer", () => {
  it("takes no second press, and a press once it rests there", async () => {
    page = await open("approvals-page", { width: 700, height: 500 });
    await page.evaluate(() => window.showApprovals([{ order: 1 }, { order: 2 }, { order: 3 }], { leave: true }));
    const approve = page.getByRole("button", { name: "Approve" });
    const approved = () => page.evaluate(() => window.approved);
    const { x, y, width, height } = (await approve.first().boundingBox())!;
    const place = [x + width / 2, y + height / 2] as const;
    // The page's timers run at a call, however busy the machine is.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.mouse.dblclick(...place);
    expect(await approved()).toEqual(["a0"]);
    // A press of its own, as a person makes who has not seen yet that the cards moved.
    await page.mouse.click(...place);
    expect(await approved()).toEqual(["a0"]);
    // The next card is as tall, so its button is where the first one was.
    expect((await approve.first().boundingBox())?.y).toBeCloseTo(y, -1);
    await page.clock.runFor(restAfterMove);
    await page.locator(".sv-decisions-list:not([data-moved])").waitFor();
    await page.mouse.click(...place);
    expect(await approved()).toEqual(["a0", "a1"]);
    // A key presses what has the focus, so it need not wait.
    await approve.focus();
    await page.keyboard.press("Enter");
    expect(await approved()).toEqual(["a0", "a1", "a2"]);
  });
});

describe("a decision above a composer that a host placed itself, with text of 200 % on a phone", () => {
  const phones = [422, 380, 340].map((height) => ({ width: 195, height }));
  const isWithin = async (part: Locator, height: number) => {
    const { y, height: own } = (await part.boundingBox())!;
    return y >= 0 && y + own <= height && (await isWhole(part));
  };

  it.each(phones)("of an approval shows its buttons whole: $width × $height", async (phone) => {
    page = await open("approvals-page", phone);
    await page.evaluate(() =>
      window.showApprovals([{ number: 4711, amount: "€49.90", reason: "Broken" }], { within: "composer" }),
    );
    await frame();
    const button = (name: string | RegExp) => page.getByRole("button", { name });
    // With room for all of the arguments, there is nothing to show before the approval.
    for (const name of ["Reject…", /^(Show details|Approve)$/]) {
      expect(await isWithin(button(name), phone.height)).toBe(true);
    }
    for (let step = 0; step < 40; step += 1) {
      await scroll(0.4);
      await frame();
    }
    expect(await isWithin(button("Approve"), phone.height)).toBe(true);
    expect(await isWithin(page.locator(".sv-composer-box"), phone.height)).toBe(true);
  });

  it.each(phones)("of a question shows its buttons whole: $width × $height", async (phone) => {
    page = await open("approvals-page", phone);
    await page.evaluate(() => window.showQuestion(30, { within: "composer" }));
    await frame();
    for (const name of ["Skip", "Answer"]) {
      expect(await isWithin(page.getByRole("button", { name }), phone.height)).toBe(true);
    }
    expect(await isWithin(page.locator(".sv-composer-box"), phone.height)).toBe(true);
  });

  it("leaves the field below it a name that its one line has room for", async () => {
    page = await open("approvals-page", phones[0]!);
    await page.evaluate(() => window.showApprovals([{ number: 4711 }], { within: "composer" }));
    expect(await page.locator(".sv-composer-input").getAttribute("placeholder")).toBe("Message");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.locator(".sv-composer-input").getAttribute("placeholder")).toBe("Next message");
  });

  it("has two lines of the queue below it at most, whoever draws the parts", async () => {
    page = await open("approvals-page", phones[0]!);
    await page.evaluate(() => window.showApprovals([{ number: 4711 }], { within: "parts", queued: 12 }));
    await frame();
    expect((await page.locator(".sv-queue").boundingBox())!.height).toBeLessThan(50);
    expect(await page.getByText("Message 0").isVisible()).toBe(false);
  });
});
