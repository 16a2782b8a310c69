import { englishMachines, type MachineMessages } from "../strings/machine-messages.js";
import { useOptionalServiceContext } from "./service-context.js";

const merged = new WeakMap<object, MachineMessages>();

/** The words of connected machines, with those of the provider's `strings.machines` over them. */
export function useMachineStrings(): MachineMessages {
  const own = useOptionalServiceContext()?.messages?.machines;
  if (!own) return englishMachines;
  const known = merged.get(own) ?? { ...englishMachines, ...own };
  merged.set(own, known);
  return known;
}
