/** Decides which paths are inside a folder, with an error for the others. */
import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** An error for the agent: an invalid request, or a missing file. */
export class FolderFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const maxPathLength = 4_096;

/**
 * The parts of the real path below the root.
 *
 * @param isNew whether the end of the path may be missing.
 */
export async function partsOf(root: string, asked: string, isNew = false): Promise<string[]> {
  if (asked.includes("\0") || asked.length > maxPathLength) throw outside();
  if (isAbsolute(asked) || asked.split(/[/\\]/).includes("..")) throw outside();
  const real = await resolveReal(join(root, asked), isNew);
  const below = relative(root, real);
  if (below === "") return [];
  if (isAbsolute(below) || below.split(sep).includes("..")) throw outside();
  return below.split(sep);
}

/** The real path of the existing part, with the missing parts appended. */
async function resolveReal(path: string, isNew: boolean): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP" || code === "ENAMETOOLONG") throw outside();
    if (code !== "ENOENT" || !isNew) throw missing(code);
    // A link that leads nowhere is there, and would be followed by a write.
    if (await lstat(path).catch(() => null)) throw outside();
    return join(await resolveReal(dirname(path), true), path.slice(dirname(path).length + 1));
  }
}

/** Translates an error of the file system for the agent. */
export function faultOf(error: unknown): unknown {
  if (error instanceof FolderFault) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ELOOP" || code === "ENOTDIR" || code === "ENAMETOOLONG") return outside();
  return missing(code);
}

function missing(code: string | undefined): FolderFault {
  if (code === "ENOENT" || code === "ENOTDIR") return new FolderFault("not_found", "There is nothing at this path.");
  if (code === "EACCES" || code === "EPERM") return new FolderFault("not_allowed", "The system does not allow this.");
  return new FolderFault("file_failed", `The file system refused this (${code ?? "unknown"}).`);
}

/** One answer for every way out of the folder. */
export function outside(): FolderFault {
  return new FolderFault(
    "outside_folder",
    "The path leads out of the folder. Give one relative to it, without links that leave it.",
  );
}
