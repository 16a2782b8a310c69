import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { InstallDialogView, type InstallDialogViewProps } from "@service/react";
import { ServiceApiError } from "../../src/wire/protocol/api-error.js";
import { preview } from "../../stories/integration-fixtures.js";

const onCheck = vi.fn<InstallDialogViewProps["onCheck"]>();
const onCheckAgain = vi.fn<InstallDialogViewProps["onCheckAgain"]>();
const nothing = () => undefined;
const orders = { id: "orders", name: "Orders", description: "", kind: "openapi", providedByHost: false } as const;

function show(step: InstallDialogViewProps["step"], definitions: InstallDialogViewProps["definitions"] = [orders]) {
  const dialog = (now: typeof step) => (
    <InstallDialogView
      definitions={definitions}
      anySource
      step={now}
      onCheck={onCheck}
      onCheckAgain={onCheckAgain}
      onInstall={nothing}
      onBack={nothing}
      onClose={nothing}
    />
  );
  const { rerender } = render(dialog(step));
  return (now: typeof step) => rerender(dialog(now));
}
const address = () => screen.getByRole("textbox", { name: "Or enter an address" });
const submit = (text: string) => {
  fireEvent.change(address(), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
};

it.each(["", "  ", "orders", "ftp://orders.test", "data:,orders"])("asks for an address instead of %j", (text) => {
  onCheck.mockClear();
  show({ name: "choose", error: undefined });
  submit(text);
  expect(onCheck).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(address());
  expect(address()).toHaveAccessibleDescription(/Enter an address that begins with https:\/\/\./);
  expect(address()).toBeInvalid();
});

it("shows a refusal at the address that was refused, and one of an offer above the buttons", () => {
  const error = new ServiceApiError("We couldn't read this address.", {
    code: "integration_source_unavailable",
    status: 422,
  });
  const refused = { name: "choose", error } as const;
  const checking = { name: "checking" } as const;
  const go = show({ name: "choose", error: undefined });
  submit(" https://orders.test ");
  expect(onCheck).toHaveBeenLastCalledWith({ kind: "auto", url: "https://orders.test" }, undefined);
  go(checking);
  go(refused);
  expect(document.activeElement).toBe(address());
  expect(address()).toHaveAccessibleDescription(/We couldn't read this address\./);
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Orders" }));
  go(checking);
  go(refused);
  expect(address()).toBeValid();
  expect(screen.getByRole("alert")).toHaveTextContent("Couldn't read the source.");
});

it("checks a changed source again with the key that was entered", () => {
  const error = new ServiceApiError("This changed.", { code: "INTEGRATION_CHANGED", status: 409 });
  const schemes = [{ id: "token", kind: "bearer" }] as const;
  const signedIn = { ...preview, auth: { required: true, providedByHost: false, schemes } };
  const credential = { schemeId: "token", value: "s3cret" };
  show({ name: "review", preview: signedIn, credential, error });
  fireEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(onCheckAgain).toHaveBeenLastCalledWith(credential);
  fireEvent.change(screen.getByLabelText("Access token"), { target: { value: "another" } });
  fireEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(onCheckAgain).toHaveBeenLastCalledWith({ schemeId: "token", value: "another" });
});

it("sends the key of an offer to no address", () => {
  const error = new ServiceApiError("This needs a key.", { code: "integration_auth_needed", status: 422 });
  const go = show({ name: "choose", error: undefined });
  fireEvent.click(screen.getByRole("button", { name: "Orders" }));
  go({ name: "choose", error });
  fireEvent.change(screen.getByLabelText("Access token"), { target: { value: "s3cret" } });
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  const key = { schemeId: "token", value: "s3cret" };
  expect(onCheck).toHaveBeenLastCalledWith({ kind: "definition", definitionId: "orders" }, key);
  submit("https://orders.test");
  expect(onCheck).toHaveBeenLastCalledWith({ kind: "auto", url: "https://orders.test" }, undefined);
});

it("offers the address as an alternative only below integrations", () => {
  show({ name: "choose", error: undefined });
  expect(address()).toBeVisible();
  cleanup();
  show({ name: "choose", error: undefined }, []);
  expect(screen.getByRole("textbox", { name: "Address" })).toBeVisible();
});
