import type { Decorator } from "@storybook/react-vite";
import { useEffect, useRef, type ReactNode } from "react";
import { waitFor, within } from "storybook/test";
import "./begin.css";
import { inEachLanguage } from "./language.js";

/**
 * Puts a story into a state that only a person reaches, such as an open form: its parameter `begin` runs as soon as the
 * story is drawn, on a docs page too, where play functions do not run.
 */
export type Begin = (canvas: HTMLElement) => Promise<void> | void;

/** Presses the first control with this name, once it is there. */
export function press(name: string | RegExp, role: "button" | "menuitem" | "radio" = "button"): Begin {
  return async (canvas) => {
    const find = () => within(canvas).getAllByRole(role, { name: inEachLanguage(name) })[0]!;
    (await waitFor(find, patient)).click();
  };
}

/** Writes into the field with this name, once it is there; the caret is behind the text. */
export function write(name: string | RegExp, text: string): Begin {
  return async (canvas) => {
    const field = await waitFor(
      () => within(canvas).getByRole<HTMLTextAreaElement>("textbox", { name: inEachLanguage(name) }),
      patient,
    );
    const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, "value");
    value?.set?.call(field, text);
    field.setSelectionRange(text.length, text.length);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
}

/** Presses Enter in the field that the step before wrote into. */
export const enter: Begin = (canvas) => {
  const field = canvas.querySelector("textarea");
  field?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
};

/** Submits the form, once it is there. */
export const submit: Begin = async (canvas) => {
  const find = () => {
    const form = canvas.querySelector("form");
    if (!form) throw new Error("There is no form.");
    return form;
  };
  (await waitFor(find, patient)).requestSubmit();
};

/** One after the other. */
export function inOrder(...steps: readonly Begin[]): Begin {
  return async (canvas) => {
    for (const step of steps) await step(canvas);
  };
}

const patient = { timeout: 10_000 };

/** Runs a beginning. A story that has left the page before the end has no error: its wait cannot end. */
export async function beginOnPage(begin: Begin, canvas: HTMLElement): Promise<void> {
  try {
    await begin(canvas);
  } catch (error) {
    if (canvas.isConnected) throw error;
  }
}

/** Runs the parameter `begin`, and explains a story that shows nothing by its parameter `blank`. */
export const withBeginning: Decorator = (Story, { parameters, viewMode }) => {
  const { begin, blank } = parameters as { readonly begin?: Begin; readonly blank?: string };
  return (
    <>
      <Begun begin={begin} inDocs={viewMode === "docs"}>
        <Story />
      </Begun>
      {blank !== undefined && <p className="blank-note">{blank}</p>}
    </>
  );
};

function Begun(props: {
  readonly begin: Begin | undefined;
  readonly inDocs: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { begin, inDocs, children } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    if (!begin || isBegun.current || !canvas.current) return;
    isBegun.current = true;
    const place = { top: scrollY, left: scrollX };
    const settle = () => {
      // On a page of many stories none takes the focus or the place of the reader.
      if (!inDocs) return;
      if (canvas.current?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
      scrollTo(place);
    };
    void beginOnPage(begin, canvas.current).then(() => requestAnimationFrame(settle));
  }, [begin, inDocs]);
  return (
    <div ref={canvas} className="begun">
      {children}
    </div>
  );
}
