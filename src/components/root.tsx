import { createContext, forwardRef, useContext, type AllHTMLAttributes, type HTMLAttributes, type Ref } from "react";
import { useOptionalServiceContext } from "../hooks/service-context.js";
import { joinClasses } from "./class-names.js";
import { Form } from "./form.js";
import { useSheetCheck } from "./use-sheet-check.js";

/** The DOM props that every root element takes; what a component names itself wins over the DOM's meaning. */
export type RootProps<Own extends string = never> = Omit<HTMLAttributes<HTMLElement>, "children" | Own>;

interface RootElementProps extends AllHTMLAttributes<HTMLElement> {
  readonly as?: "div" | "section" | "form" | "ul";
}

const InsideRoot = createContext(false);

/**
 * The root element of a component that may be used alone. The outermost one has the class `sv-root` with the
 * variables, and the provider's direction and language; nested ones inherit both, so a variable set on the outermost
 * reaches them all.
 */
export const Root = forwardRef<HTMLElement, RootElementProps>(function Root({ as = "div", className, ...props }, ref) {
  const inside = useContext(InsideRoot);
  useSheetCheck();
  const context = useOptionalServiceContext();
  const Element = (as === "form" ? Form : as) as "div";
  if (inside) return <Element {...(props as object)} ref={ref as Ref<HTMLDivElement>} className={className} />;
  return (
    <InsideRoot.Provider value={true}>
      <Element
        dir={context?.dir}
        lang={context?.locale}
        {...(props as object)}
        ref={ref as Ref<HTMLDivElement>}
        className={joinClasses("sv-root", className)}
      />
    </InsideRoot.Provider>
  );
});
