import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, it } from "vitest";
import { ServiceProvider, TimelineView } from "@service/react";
import * as apiKeys from "../../stories/components/api-keys.stories.js";
import * as automations from "../../stories/components/automations.stories.js";
import * as integrations from "../../stories/components/integrations.stories.js";
import * as machines from "../../stories/components/connected-machines.stories.js";
import * as tasks from "../../stories/components/scheduled-tasks.stories.js";

import { agentMessage, userMessage } from "./row-items.js";

interface StoryFile {
  readonly default: { readonly title: string; readonly component: unknown; readonly args?: object };
}

const files: readonly StoryFile[] = [apiKeys, automations, integrations, machines, tasks];

/** The levels of all headings of a list, each once. */
function levelsOf({ component, args }: StoryFile["default"], props: object): readonly number[] {
  const List = component as ComponentType<object>;
  const { unmount } = render(
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={() => new Promise(() => {})}>
      <List {...args} {...props} />
    </ServiceProvider>,
  );
  const levels = screen.getAllByRole("heading").map(({ tagName }) => Number(tagName.slice(1)));
  unmount();
  return [...new Set(levels)].toSorted((a, b) => a - b);
}

describe("the headings of a list's records", () => {
  it.each(files.map((file) => [file.default.title, file.default] as const))(
    "have the level that a host names: %s",
    (_, story) => {
      expect(levelsOf(story, {})).toEqual([3]);
      expect(levelsOf(story, { headingLevel: 2 })).toEqual([2]);
    },
  );

  it("have headings within a record one level below", () => {
    const shown = { shownSourceId: "s1", deliveries: { deliveries: [] } };
    expect(levelsOf(automations.default, shown)).toEqual([3, 4]);
    expect(levelsOf(automations.default, { ...shown, headingLevel: 5 })).toEqual([5, 6]);
  });
});

it("has a heading for each message, with its author, one level above those of an answer", () => {
  const more = userMessage("Thanks.", { id: "more", actor: { id: "ben", name: "Ben" } });
  render(
    <ServiceProvider identity={{ tenant: "acme", user: "ana" }} fetch={() => new Promise(() => {})}>
      <TimelineView timeline={[userMessage("What is new?"), agentMessage("# Two things\n\n## One"), more]} />
    </ServiceProvider>,
  );
  const headings = screen.getAllByRole("heading").map(({ tagName, textContent }) => `${tagName} ${textContent}`);
  expect(headings).toEqual(["H2 You", "H2 Agent", "H3 Two things", "H4 One", "H2 Ben"]);
});
