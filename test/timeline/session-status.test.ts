import { describe, expect, it } from "vitest";
import { sessionStatusFromEvents } from "../../src/timeline/session-status.js";
import { session } from "./session-under-test.js";

describe("the status of a session", () => {
  it("is the newest that was announced, whatever the order of the events", () => {
    const s = session();
    s.create("go");
    s.status("running");
    s.log.add("session.title_set", { title: "x" });
    expect(sessionStatusFromEvents(s.log.events)).toBe("running");
    expect(sessionStatusFromEvents(s.log.events.toReversed())).toBe("running");
  });

  it("may be one of tomorrow", () => {
    const s = session();
    s.status("dreaming");
    expect(sessionStatusFromEvents(s.log.events)).toBe("dreaming");
  });

  it("is not known before any was announced, nor from a payload that is none", () => {
    const s = session();
    expect(sessionStatusFromEvents([])).toBeNull();
    s.log.add("session.status.changed", 5);
    expect(sessionStatusFromEvents(s.log.events)).toBeNull();
  });
});
