/** Extras of a draft: from a prompt that was moved back, or from another device. */
import type { Attachment } from "../attachments/attachment.js";
import type { MessageExtras } from "../view/session-view.js";

export const noExtras: MessageExtras = {};

const lists = ["resources", "annotations"] as const;
const words = ["model", "reasoningEffort", "latencyMode"] as const;

/** Normalised extras, in one order: without missing, empty or malformed ones. */
export function extrasOf(from: { readonly [Name in keyof MessageExtras]?: unknown }): MessageExtras {
  const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
  const isWord = (value: unknown) => typeof value === "string" && value !== "";
  return Object.fromEntries([
    ...lists.filter((name) => isList(from[name])).map((name) => [name, from[name]]),
    ...words.filter((name) => isWord(from[name])).map((name) => [name, from[name]]),
  ]);
}

export function isSameExtras(one: MessageExtras = noExtras, other: MessageExtras = noExtras): boolean {
  return one === other || JSON.stringify(extrasOf(one)) === JSON.stringify(extrasOf(other));
}

/** The files among them, as a composer shows those that it uploaded itself. */
export function filesOfDraft({ resources = [] }: MessageExtras): readonly Attachment[] {
  return resources.flatMap((resource) => {
    const file = resource as NonNullable<Attachment["resource"]> | null;
    return file?.kind === "file" ? attachmentOf(file) : [];
  });
}

export function withoutFile({ resources = [], ...rest }: MessageExtras, fileId: string): MessageExtras {
  return extrasOf({ ...rest, resources: resources.filter((file) => (file as { fileId?: unknown }).fileId !== fileId) });
}

function attachmentOf(resource: NonNullable<Attachment["resource"]>): Attachment {
  const { fileId, filename = fileId, contentType = "application/octet-stream", sizeBytes = 0 } = resource;
  return {
    id: fileId,
    name: filename,
    contentType,
    sizeBytes,
    status: "ready",
    progress: 1,
    previewUrl: null,
    resource,
    problem: null,
    error: null,
  };
}
