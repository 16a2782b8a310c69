import { ServiceProvider } from "@service/react";
import type { ComponentType, ReactElement, ReactNode } from "react";

/** The exports of a file of stories, as far as they are drawn here. */
export type StoryModule = Readonly<Record<string, unknown>>;

interface StoryLike {
  readonly args?: object;
  readonly render?: (args: object, context: object) => ReactNode;
}

interface MetaLike extends StoryLike {
  readonly title: string;
  readonly component: ComponentType<object>;
}

export interface NamedStory {
  /** `Timeline/TimelineView/Settled`. */
  readonly name: string;
  readonly element: ReactElement;
}

const never: typeof fetch = () => new Promise(() => {});
const identity = { tenant: "acme", user: "ana" };

/** Every story as an element, without its decorators and its play function; the service of live ones never answers. */
export function storyElements(modules: readonly StoryModule[]): readonly NamedStory[] {
  return modules.flatMap((module) => {
    const meta = module["default"] as MetaLike;
    return Object.entries(module)
      .filter(([name]) => name !== "default")
      .map(([name, story]) => ({ name: `${meta.title}/${name}`, element: elementOf(meta, story as StoryLike) }));
  });
}

function elementOf(meta: MetaLike, story: StoryLike): ReactElement {
  const args = { ...meta.args, ...story.args };
  const render = story.render ?? meta.render;
  // As a component, since a story may use hooks.
  const Story = () => {
    const Shown = meta.component;
    return render ? render(args, { args, globals: {}, parameters: {} }) : <Shown {...args} />;
  };
  return (
    <ServiceProvider identity={identity} fetch={never} locale="en">
      <Story />
    </ServiceProvider>
  );
}
