import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ComposerView } from "../../src/components/chat-composer/composer-view.js";
import { SessionListView } from "../../src/components/session-list/session-list-view.js";
import { ServiceProvider } from "../../src/hooks/service-provider.js";
import { englishApiKeys } from "../../src/strings/api-key-messages.js";
import { englishAutomations } from "../../src/strings/automation-messages.js";
import type { CompleteMessages } from "../../src/strings/catalogue.js";
import { german } from "../../src/strings/de/german.js";
import { englishIntegrations } from "../../src/strings/integration-messages.js";
import { englishMemory } from "../../src/strings/memory-messages.js";
import { englishMachines } from "../../src/strings/machine-messages.js";
import { english } from "../../src/strings/messages.js";
import { sayError } from "../../src/strings/error-messages.js";
import { notFromHere } from "../../src/server/gate/origin.js";
import { creditText, neutralFailureText } from "../../src/timeline/failure-text.js";
import { signInFirst, tookTooLong, unavailable, unreachable } from "../../src/wire/protocol/fault-words.js";
import { wentWrong } from "../../src/foundation/persons-words.js";
import { serviceSentences } from "../../src/wire/protocol/service-errors.js";
import { englishSchedules } from "../../src/strings/schedule-messages.js";

const whole: CompleteMessages = {
  ...english,
  schedules: englishSchedules,
  automations: englishAutomations,
  integrations: englishIntegrations,
  machines: englishMachines,
  apiKeys: englishApiKeys,
  memory: englishMemory,
};

type Entry = readonly [path: string, entry: unknown];

/** Every entry of a catalogue, by its path. */
function entriesOf(value: unknown, path = ""): readonly Entry[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, entry]) => entriesOf(entry, path === "" ? name : `${path}.${name}`));
}

/** Arguments for a function of a catalogue, in the order of trials: most take a text or a count. */
const samples: readonly (readonly unknown[])[] = [
  ["xyz", "xyz", "xyz"],
  [2, 2, 2],
  [["xyz"], "xyz", "xyz"],
  ["xyz", ["xyz"], null],
  [new Date(2026, 4, 12), new Date(2026, 4, 12), undefined],
];

/** Its words for some values, without the values. */
function wordsOf(entry: unknown): string {
  if (typeof entry === "string") return entry;
  for (const values of samples) {
    try {
      const text: unknown = (entry as (...given: readonly unknown[]) => unknown)(...values);
      if (typeof text === "string") return text.replaceAll(/xyz|Xyz|\d+|[^\p{L} ]/gu, "").trim();
    } catch {
      // These values are of another kind.
    }
  }
  return "";
}

/** Words that are equal in both languages. */
const shared = /^(Name|Agent|Code|Details|optional|GitHub|Stripe|Standard Webhooks|Test|\s*)$/i;

describe("the German catalogue", () => {
  it("has every entry of the English one, and no other", () => {
    const kinds = (catalogue: object) => entriesOf(catalogue).map(([path, entry]) => `${path}: ${typeof entry}`);
    expect(kinds(german).toSorted()).toEqual(kinds(whole).toSorted());
  });

  it("has no English text", () => {
    const other = new Map(entriesOf(german));
    // Times and sizes are the platform's words.
    const same = entriesOf(whole).filter(
      ([path, entry]) =>
        !/^units\.|^schedules\.when$/.test(path) &&
        wordsOf(entry) === wordsOf(other.get(path)) &&
        !shared.test(wordsOf(entry)),
    );
    expect(same.map(([path, entry]) => `${path}: ${wordsOf(entry)}`)).toEqual([]);
  });

  it("has every sentence of an error in German", () => {
    const sentences = [
      ...Object.values(serviceSentences),
      wentWrong,
      unreachable,
      tookTooLong,
      signInFirst,
      unavailable,
      neutralFailureText,
      creditText,
      notFromHere,
    ];
    expect(sentences.filter((sentence) => sayError(german.errors, sentence) === sentence)).toEqual([]);
    expect(sayError(german.errors, "Only 50 messages a day.")).toBe("Only 50 messages a day.");
  });

  it("has the names of the page's own sentences in English", () => {
    const named = [wentWrong, unreachable, tookTooLong, signInFirst, unavailable, neutralFailureText, creditText];
    expect(Object.values(english.errors).filter((text) => typeof text === "string")).toEqual([...named, "Try again."]);
  });

  it("counts by the rules of German", () => {
    expect(german.queue.title(1)).toBe("1\u00a0Nachricht in der Warteschlange");
    expect(german.queue.title(0)).toBe("0\u00a0Nachrichten in der Warteschlange");
    expect(german.queue.title(1200)).toBe("1.200\u00a0Nachrichten in der Warteschlange");
    expect(german.units.duration(440)).toBe("0,4\u00a0s");
    expect(german.units.fileSize(1536)).toBe("1,5\u00a0KB");
  });

  it("is what a page shows, with dates in German", () => {
    const session = { sessionId: "s", title: null, firstMessage: "", status: "running", isArchived: false } as const;
    const row = { ...session, isPinned: false, updatedAt: "2020-05-12T09:30:00.000Z", record: {} as never };
    render(
      <ServiceProvider identity={null} locale="de" strings={german}>
        <SessionListView sessions={[row]} onNew={() => undefined} onSearch={() => undefined} />
        <ComposerView composer={{ sendMessage: async () => undefined }} />
      </ServiceProvider>,
    );
    expect(screen.getByText("Unterhaltung ohne Titel")).toBeVisible();
    expect(screen.getByText("Läuft")).toBeVisible();
    expect(screen.getByText("Älter")).toBeVisible();
    expect(screen.getByText("12. Mai 2020")).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Nachricht" })).toHaveAttribute("placeholder", "Nachricht schreiben");
  });
});
