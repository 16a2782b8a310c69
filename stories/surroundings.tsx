import type { Decorator } from "@storybook/react-vite";
import { useLayoutEffect, type ReactNode } from "react";
import "./surroundings.css";

/** The toolbar's settings: theme, direction and width of the story's stage, and the size of text in the page. */
export const withSurroundings: Decorator = (Story, context) => {
  const { theme, direction, width, text } = context.globals as Record<"theme" | "direction" | "width" | "text", string>;
  const themes = theme === "both" ? ["light", "dark"] : [theme];
  return (
    <div className="stages" data-layout={String(context.parameters["stage"] ?? "page")}>
      <TextSize of={text} />
      {themes.map((name) => (
        <Stage key={name} theme={name} direction={direction} width={width}>
          <Story />
        </Stage>
      ))}
    </div>
  );
};

/** What a `rem` is: the kit takes all its sizes from it, as from the text size that a reader sets in the browser. */
function TextSize({ of: size }: { readonly of: string }): ReactNode {
  useLayoutEffect(() => {
    document.documentElement.style.fontSize = size;
  }, [size]);
  return null;
}

function Stage(props: { theme: string; direction: string; width: string; children: ReactNode }): ReactNode {
  return (
    <div className="stage" data-theme={props.theme} data-width={props.width} dir={props.direction}>
      <div className="stage-inner">{props.children}</div>
    </div>
  );
}
