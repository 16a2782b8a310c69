import { fileResourceOf, isShownImage } from "../wire/protocol/files.js";

/** A file of a message or a tool's output, as it is shown. */
export interface FileView {
  readonly fileId: string;
  /** Null when the log has none. */
  readonly name: string | null;
  readonly sizeBytes: number | null;
  /** A picture that a browser can show. */
  readonly isImage: boolean;
}

/** The files among a message's resources; whatever else is there is left out. */
export function filesOf(resources: readonly unknown[]): readonly FileView[] {
  return resources.flatMap((resource) => {
    const file = fileResourceOf(resource);
    if (!file) return [];
    const { fileId, filename = null, sizeBytes = null, contentType } = file;
    return { fileId, name: filename, sizeBytes, isImage: isShownImage(contentType) };
  });
}
