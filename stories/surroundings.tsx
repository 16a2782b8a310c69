import type { Decorator } from "@storybook/react-vite";
import type { ReactNode } from "react";
import "./surroundings.css";

/** The toolbar's settings: theme, direction and width of the story's stage. */
export const withSurroundings: Decorator = (Story, context) => {
  const { theme, direction, width } = context.globals as Record<"theme" | "direction" | "width", string>;
  const themes = theme === "both" ? ["light", "dark"] : [theme];
  return (
    <div className="stages" data-layout={String(context.parameters["stage"] ?? "page")}>
      {themes.map((name) => (
        <Stage key={name} theme={name} direction={direction} width={width}>
          <Story />
        </Stage>
      ))}
    </div>
  );
};

function Stage(props: { theme: string; direction: string; width: string; children: ReactNode }): ReactNode {
  return (
    <div className="stage" data-theme={props.theme} data-width={props.width} dir={props.direction}>
      <div className="stage-inner">{props.children}</div>
    </div>
  );
}
