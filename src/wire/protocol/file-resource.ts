/** Files that a message names (`protocol.md` §3.3). Apart from `files.ts`, as every chat loads it. */
import * as v from "valibot";
import { maybe } from "./maybe.js";

/** A file in a message or a tool output. The sender gives the id; the service adds the other fields. */
export interface FileResource {
  readonly kind: "file";
  readonly fileId: string;
  readonly mountPath?: string | undefined;
  readonly filename?: string | undefined;
  readonly contentType?: string | undefined;
  readonly sizeBytes?: number | undefined;
}

/** A file among a message's resources or in a tool's output; null for anything else. */
export function fileResourceOf(value: unknown): FileResource | null {
  if (typeof value !== "object" || value === null) return null;
  const { kind, fileId, filename, contentType, sizeBytes } = value as Readonly<Record<string, unknown>>;
  if (kind !== "file" || typeof fileId !== "string" || !fileIdForm.test(fileId)) return null;
  return {
    kind,
    fileId,
    ...(typeof filename === "string" && { filename }),
    ...(typeof contentType === "string" && { contentType }),
    ...(typeof sizeBytes === "number" && { sizeBytes }),
  };
}

/** The field of a message with its files; no field without one. */
export function filesField(resources: readonly unknown[] = []): { readonly resources?: readonly FileResource[] } {
  const files = resources.flatMap((resource) => fileResourceOf(resource) ?? []);
  return files.length === 0 ? {} : { resources: files };
}

/** Schema of the files of a chat message; other resources are left out. */
export const maybeFiles = maybe(
  v.pipe(
    v.array(v.unknown()),
    v.transform((resources) => filesField(resources).resources),
  ),
);

const fileIdForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
