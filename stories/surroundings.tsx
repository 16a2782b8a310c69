import type { Decorator } from "@storybook/react-vite";
import { useLayoutEffect, type ReactNode } from "react";
import "./surroundings.css";
import { setTextSize } from "./text-size.js";

/** The toolbar's settings: theme, density, direction and width of the story's stage, and the size of text in the page. */
export const withSurroundings: Decorator = (Story, context) => {
  const { theme, density, direction, width, text } = context.globals as Readonly<Record<string, string>>;
  const themes = theme === "both" ? ["light", "dark"] : [theme];
  return (
    <div className="stages" data-layout={String(context.parameters["stage"] ?? "page")}>
      <TextSize of={text} />
      {themes.map((name) => (
        <Stage key={name} theme={name} density={density} direction={direction} width={width}>
          <Story />
        </Stage>
      ))}
    </div>
  );
};

/** The text size that a reader sets in the browser: the kit takes all its sizes from it. */
function TextSize({ of: size = "100" }: { readonly of: string | undefined }): ReactNode {
  useLayoutEffect(() => setTextSize(Number(size)), [size]);
  return null;
}

interface StageProps {
  readonly theme: string | undefined;
  readonly density: string | undefined;
  readonly direction: string | undefined;
  readonly width: string | undefined;
  readonly children: ReactNode;
}

function Stage(props: StageProps): ReactNode {
  return (
    <div
      className="stage"
      data-theme={props.theme}
      data-density={props.density === "compact" ? "compact" : undefined}
      data-width={props.width}
      dir={props.direction}
    >
      <div className="stage-inner">{props.children}</div>
    </div>
  );
}
