import type { Clock } from "../../foundation/clock.js";
import type { Announcement } from "./announcements.js";

/** Announcements within this time are joined (ms): a region that changes twice would be read twice. */
const gathering = 100;

export interface Speech {
  readonly say: (text: string, urgency: Announcement["urgency"]) => void;
  /** Keeps waiting announcements while the page is hidden, and resumes with them. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Gathers announcements, each once. @param onSay takes all texts of a moment, one string a region, empty without news */
export function createSpeech(
  clock: Clock,
  onSay: (texts: Readonly<Record<Announcement["urgency"], string>>) => void,
): Speech {
  let waiting: readonly Announcement[] = [];
  let cancel: (() => void) | undefined;
  const textsOf = (urgency: Announcement["urgency"]) =>
    joined(waiting.filter((news) => news.urgency === urgency).map(({ text }) => text));
  const resume = () => {
    if (waiting.length === 0) return;
    cancel ??= clock.after(gathering, () => {
      const texts = { polite: textsOf("polite"), assertive: textsOf("assertive") };
      waiting = [];
      cancel = undefined;
      onSay(texts);
    });
  };
  return {
    resume,
    say(text, urgency) {
      if (!waiting.some((news) => news.text === text)) waiting = [...waiting, { text, urgency }];
      resume();
    },
    pause() {
      cancel?.();
      cancel = undefined;
    },
  };
}

const isEnded = (text: string) => /[\p{Sentence_Terminal}…:]["”’)]*$/u.test(text);

/** With a pause between two: each but the last ends as a sentence does. */
function joined(texts: readonly string[]): string {
  const last = texts.length - 1;
  return texts.map((text, index) => (index === last || isEnded(text) ? text : `${text}.`)).join(" ");
}
