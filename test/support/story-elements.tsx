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
  const Shown = render ? componentOf(render) : meta.component;
  return (
    <ServiceProvider identity={identity} fetch={never} locale="en">
      <Shown {...args} />
    </ServiceProvider>
  );
}

const components = new WeakMap<NonNullable<StoryLike["render"]>, ComponentType<object>>();

/** The function as a component, since a story may use hooks: the same one for all stories that share the function. */
function componentOf(render: NonNullable<StoryLike["render"]>): ComponentType<object> {
  const known = components.get(render);
  if (known) return known;
  const Story = (args: object) => render(args, { args, globals: {}, parameters: {} });
  components.set(render, Story);
  return Story;
}
