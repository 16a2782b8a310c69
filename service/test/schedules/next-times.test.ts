import { describe, expect, it } from "vitest";
import { isTimeZone, nextTimes } from "../../src/schedules/next-times.js";

const daily = (timeZone: string, hour: number, minute = 0, daysOfWeek?: readonly number[]) =>
  ({ type: "calendar", timeZone, hour, minute, daysOfWeek }) as const;
const after = (schedule: Parameters<typeof nextTimes>[0], from: string, count: number) =>
  nextTimes(schedule, from, count).map((time) => time.replace(":00.000Z", "Z"));

describe("a calendar schedule over a clock change", () => {
  it.each([
    // Zone, wall clock, an instant before it, the due times: the change is on the second day.
    ["Europe/Berlin", 9, 0, "2026-03-28T00:00Z", ["2026-03-28T08:00Z", "2026-03-29T07:00Z", "2026-03-30T07:00Z"]],
    ["Europe/Berlin", 9, 0, "2026-10-24T00:00Z", ["2026-10-24T07:00Z", "2026-10-25T08:00Z", "2026-10-26T08:00Z"]],
    ["America/New_York", 9, 0, "2026-03-07T06:00Z", ["2026-03-07T14:00Z", "2026-03-08T13:00Z", "2026-03-09T13:00Z"]],
    ["America/New_York", 9, 0, "2026-10-31T06:00Z", ["2026-10-31T13:00Z", "2026-11-01T14:00Z", "2026-11-02T14:00Z"]],
    ["Australia/Lord_Howe", 9, 0, "2026-04-03T12:00Z", ["2026-04-03T22:00Z", "2026-04-04T22:30Z", "2026-04-05T22:30Z"]],
    ["Australia/Lord_Howe", 9, 0, "2026-10-02T12:00Z", ["2026-10-02T22:30Z", "2026-10-03T22:00Z", "2026-10-04T22:00Z"]],
    ["America/Santiago", 9, 0, "2026-04-04T04:00Z", ["2026-04-04T12:00Z", "2026-04-05T13:00Z", "2026-04-06T13:00Z"]],
    ["America/Santiago", 9, 0, "2026-09-05T05:00Z", ["2026-09-05T13:00Z", "2026-09-06T12:00Z", "2026-09-07T12:00Z"]],
  ])("keeps the wall clock of %s at %i:%i after %s", (zone, hour, minute, from, times) => {
    expect(after(daily(zone, hour, minute), from, 3)).toEqual(times);
  });

  it.each([
    ["Europe/Berlin", 2, 30, "2026-03-29T00:00Z", "2026-03-29T01:30Z", "2026-03-30T00:30Z"],
    ["America/New_York", 2, 30, "2026-03-08T05:00Z", "2026-03-08T07:30Z", "2026-03-09T06:30Z"],
    ["Australia/Lord_Howe", 2, 15, "2026-10-03T14:00Z", "2026-10-03T15:45Z", "2026-10-04T15:15Z"],
    ["America/Santiago", 0, 30, "2026-09-06T03:00Z", "2026-09-06T04:30Z", "2026-09-07T03:30Z"],
  ])(
    "moves a time that %s leaves out (%i:%i) to after the jump, on that day alone",
    (zone, h, m, from, first, next) => {
      expect(after(daily(zone, h, m), from, 2)).toEqual([first, next]);
    },
  );

  it.each([
    ["Europe/Berlin", 2, 30, "2026-10-25T00:00Z", "2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ["America/New_York", 1, 30, "2026-11-01T04:00Z", "2026-11-01T05:30Z", "2026-11-02T06:30Z"],
    ["Australia/Lord_Howe", 1, 45, "2026-04-04T14:00Z", "2026-04-04T14:45Z", "2026-04-05T15:15Z"],
    ["America/Santiago", 23, 30, "2026-04-04T12:00Z", "2026-04-05T02:30Z", "2026-04-06T03:30Z"],
  ])("takes a time that %s has twice (%i:%i) the first time only", (zone, hour, minute, from, first, next) => {
    expect(after(daily(zone, hour, minute), from, 2)).toEqual([first, next]);
    // Also when the first of the two has just passed.
    expect(after(daily(zone, hour, minute), first, 1)).toEqual([next]);
  });
});

describe("a calendar schedule", () => {
  it("has 29 February in a leap year, and not in others", () => {
    expect(after(daily("UTC", 8), "2028-02-27T12:00Z", 3)).toEqual([
      "2028-02-28T08:00Z",
      "2028-02-29T08:00Z",
      "2028-03-01T08:00Z",
    ]);
    expect(after(daily("UTC", 8), "2027-02-27T12:00Z", 2)).toEqual(["2027-02-28T08:00Z", "2027-03-01T08:00Z"]);
  });

  it("counts days of the week on the zone's calendar, Sunday first", () => {
    // In Kiritimati it is Monday while UTC still has Sunday.
    expect(after(daily("Pacific/Kiritimati", 8, 0, [1]), "2026-11-20T00:00Z", 2)).toEqual([
      "2026-11-22T18:00Z",
      "2026-11-29T18:00Z",
    ]);
    expect(after(daily("UTC", 8, 0, [0, 6]), "2026-11-23T00:00Z", 3)).toEqual([
      "2026-11-28T08:00Z",
      "2026-11-29T08:00Z",
      "2026-12-05T08:00Z",
    ]);
  });

  it("follows a zone that changes its own rules", () => {
    // Turkey stayed on summer time in 2016; Samoa left out 30 December 2011.
    expect(after(daily("Europe/Istanbul", 9), "2016-10-29T12:00Z", 2)).toEqual([
      "2016-10-30T06:00Z",
      "2016-10-31T06:00Z",
    ]);
    expect(after(daily("Europe/Istanbul", 9), "2015-11-07T12:00Z", 2)).toEqual([
      "2015-11-08T07:00Z",
      "2015-11-09T07:00Z",
    ]);
    expect(after(daily("Pacific/Apia", 9), "2011-12-28T20:00Z", 3)).toEqual([
      "2011-12-29T19:00Z",
      "2011-12-30T19:00Z",
      "2011-12-31T19:00Z",
    ]);
  });

  it("gives times after the given one alone, ascending", () => {
    const [first = "", second] = nextTimes(daily("Europe/Berlin", 9), "2026-11-23T00:00:00.000Z", 2);
    expect(nextTimes(daily("Europe/Berlin", 9), first, 1)).toEqual([second]);
  });
});

describe("the other schedules", () => {
  it("are due once, as an instant or on the wall clock of the zone", () => {
    const once = (runAt: string) => ({ type: "once", runAt, timeZone: "America/New_York" }) as const;
    expect(after(once("2028-02-29T09:00"), "2026-01-01T00:00Z", 5)).toEqual(["2028-02-29T14:00Z"]);
    expect(after(once("2028-02-29T09:00+01:00"), "2026-01-01T00:00Z", 5)).toEqual(["2028-02-29T08:00Z"]);
    expect(after(once("2026-01-01T00:00:00Z"), "2026-01-01T00:00Z", 5)).toEqual([]);
  });

  it("are due every so often from their start to their end, whatever clocks do", () => {
    const every = { type: "interval", everySeconds: 3600, startAt: "2026-03-29T00:10:00Z" } as const;
    expect(after(every, "2026-03-28T00:00Z", 2)).toEqual(["2026-03-29T00:10Z", "2026-03-29T01:10Z"]);
    expect(after(every, "2026-03-29T01:10:00Z", 1)).toEqual(["2026-03-29T02:10Z"]);
    expect(after({ ...every, endAt: "2026-03-29T01:10:00Z" }, "2026-03-28T00:00Z", 9)).toHaveLength(2);
    expect(after({ ...every, startAt: null }, "2026-03-29T01:10:00Z", 1)).toEqual(["2026-03-29T02:10Z"]);
  });

  it("are never due when only people run them", () => {
    expect(nextTimes({ type: "manual" }, "2026-01-01T00:00:00Z", 5)).toEqual([]);
  });
});

it("accepts zones by name only", () => {
  expect(["Europe/Berlin", "UTC", "America/Argentina/Ushuaia"].filter(isTimeZone)).toHaveLength(3);
  expect(["Mars/Base", "", "+02:00", "Europe/Berlin ", "../etc/passwd", "\0"].filter(isTimeZone)).toEqual([]);
});

describe("a schedule whose times leave four-digit years", () => {
  it.each([
    { type: "interval", everySeconds: 31_536_000, startAt: "9999-12-31T00:00:00.000Z" },
    { type: "interval", everySeconds: 60, startAt: "+012027-01-01T00:00:00.000Z" },
    { type: "once", runAt: "+012027-01-01T00:00:00Z", timeZone: "UTC" },
    { type: "once", runAt: "9999-12-31T23:59:59-23:00", timeZone: "UTC" },
    daily("UTC", 12),
  ] as const)("ends before the year 10000, as stored times are compared as texts: %j", (schedule) => {
    const times = nextTimes(schedule, "9999-12-30T13:00:00.000Z", 5);
    expect(times.filter((time) => !/^9999-.{19}$/.test(time))).toEqual([]);
    expect(times.length).toBeLessThan(5);
  });

  it("is over for a task that is stored with such a time", () => {
    const schedule = { type: "once", runAt: "+012027-01-01T00:00:00Z", timeZone: "UTC" } as const;
    expect(nextTimes(schedule, "2026-01-01T00:00:00.000Z", 1)).toEqual([]);
  });
});
