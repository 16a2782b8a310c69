import { forwardRef, type FormHTMLAttributes } from "react";

type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, "method" | "action" | "autoComplete">;

/**
 * The form element of the kit. A server may draw it, so it does nothing before its script runs: outside a `<dialog>` the method
 * `dialog` submits nothing, while the default would load the page again without the typed words. The browser restores no
 * fields in it: the page may belong to another person by then.
 */
export const Form = forwardRef<HTMLFormElement, FormProps>(function Form({ className, ...props }, ref) {
  return <form {...props} ref={ref} className={className} method="dialog" autoComplete="off" />;
});
