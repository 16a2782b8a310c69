import { fireEvent, type BoundFunctions, type queries } from "@testing-library/react";

type Queries = Pick<BoundFunctions<typeof queries>, "findByRole" | "getByRole">;

/** Presses an action in the menu of a record of this name. */
export async function chooseAction(list: Queries, record: string, action: string): Promise<void> {
  const button = await list.findByRole("button", { name: `More actions for ${record}` });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(list.getByRole("menuitem", { name: action }));
}
