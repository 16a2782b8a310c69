import type { Backend } from "../../support/backend.js";

/** A session of ana's that has had a turn. */
export async function createServiceSession(backend: Backend): Promise<{ readonly sessionId: string }> {
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  return chat;
}
