/** A person's message for the model. */
import { isShownImage, mediaType, type FileResource } from "@service/sdk/protocol";
import type { FilePart, UserModelMessage } from "ai";
import type { AgentTurn } from "../agent/agent.js";

export interface Told {
  readonly text: string;
  /** The host's context for the message. */
  readonly modelContext: string | null;
  /** Its annotations. */
  readonly annotations: readonly unknown[];
  /** Files that the text names. */
  readonly files: readonly FileResource[];
  /** Files whose content is passed. */
  readonly images?: readonly FilePart[];
}

export function userMessage({ text, modelContext, annotations, files, images = [] }: Told): UserModelMessage {
  const context = modelContext === null ? "" : `The application adds, unseen by the person:\n${modelContext}`;
  const notes = annotations.map((note) => `[A note came along: ${JSON.stringify(note)}]`).join("\n");
  const words = [context, text, notes, files.map(named).join("\n")].filter((part) => part.trim() !== "").join("\n\n");
  if (images.length === 0) return { role: "user", content: words };
  return { role: "user", content: [...(words === "" ? [] : [{ type: "text" as const, text: words }]), ...images] };
}

function named({ fileId, filename, contentType }: FileResource): string {
  return `[A file came along: ${filename ?? fileId}${contentType === undefined ? "" : ` (${mediaType(contentType)})`}]`;
}

/** Larger images are only named, like other files (bytes). */
const maxImageBytes = 5 * 1_048_576;

/** This turn's prompt, with its images. */
export async function promptMessage(turn: AgentTurn): Promise<UserModelMessage> {
  const { prompt: text, modelContext, annotations } = turn;
  const images: FilePart[] = [];
  const files: FileResource[] = [];
  for (const file of turn.files) {
    const image = await imageOf(turn, file);
    if (image === null) files.push(file);
    else images.push(image);
  }
  return userMessage({ text, modelContext, annotations, files, images });
}

async function imageOf(turn: AgentTurn, file: FileResource): Promise<FilePart | null> {
  const { fileId, contentType, filename, sizeBytes = Infinity } = file;
  if (contentType === undefined || !isShownImage(contentType) || sizeBytes > maxImageBytes) return null;
  const data = await turn.readFile(fileId);
  if (data === null) return null;
  return { type: "file", data, mediaType: mediaType(contentType), ...(filename !== undefined && { filename }) };
}
