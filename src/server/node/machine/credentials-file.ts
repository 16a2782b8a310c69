/** The machine's credentials, in a file that only its user may read. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { MachineAbility, MachineCredentials } from "../../../wire/protocol/machines.js";

export interface KeptMachine extends MachineCredentials {
  readonly service: string;
  readonly folder: string;
  /** Abilities that a person approved. */
  readonly abilities: readonly MachineAbility[];
}

export interface CredentialsFile {
  find(service: string, folder: string): Promise<KeptMachine | null>;
  keep(machine: KeptMachine): Promise<void>;
  forget(service: string, folder: string): Promise<void>;
}

/** `$XDG_CONFIG_HOME/service-sdk/machines.json`, or the same under `~/.config`. */
export function credentialsPath(env: NodeJS.ProcessEnv = process.env): string {
  const base = env["XDG_CONFIG_HOME"];
  return join(base === undefined || base === "" ? join(homedir(), ".config") : base, "service-sdk", "machines.json");
}

export function credentialsFile(path: string): CredentialsFile {
  async function readAll(): Promise<KeptMachine[]> {
    try {
      const value: unknown = JSON.parse(await readFile(path, "utf8"));
      return Array.isArray(value) ? value.filter(isKept) : [];
    } catch {
      // Missing or damaged: the machine is approved again.
      return [];
    }
  }

  async function write(machines: readonly KeptMachine[]): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const half = `${path}.${randomUUID()}`;
    try {
      await writeFile(half, `${JSON.stringify(machines, null, 2)}\n`, { mode: 0o600, flag: "wx" });
      await rename(half, path);
    } catch (error) {
      await unlink(half).catch(() => undefined);
      throw error;
    }
  }

  const others = async (service: string, folder: string) =>
    (await readAll()).filter((machine) => machine.service !== service || machine.folder !== folder);

  return {
    find: async (service, folder) =>
      (await readAll()).find((machine) => machine.service === service && machine.folder === folder) ?? null,
    keep: async (machine) => write([...(await others(machine.service, machine.folder)), machine]),
    forget: async (service, folder) => write(await others(service, folder)),
  };
}

function isKept(value: unknown): value is KeptMachine {
  if (typeof value !== "object" || value === null) return false;
  const { service, folder, token, enrollmentId, abilities } = value as Partial<KeptMachine>;
  return [service, folder, token, enrollmentId].every((text) => typeof text === "string") && Array.isArray(abilities);
}
