import type { ChatWorld } from "../chat/chat-world.js";

/** Begins a conversation of the tenant with this message, without a hook; gives the id of its session when it is answered. */
export async function converse(world: ChatWorld, text: string): Promise<string> {
  const response = await world.fetch("/api/chat", {
    method: "POST",
    headers: { "content-type": "application/json", "x-service-conversation": "c_1" },
    body: JSON.stringify({ message: text }),
  });
  await response.text();
  const [session] = await world.service.sessions.list({ tenant: "acme" });
  return session?.id ?? "";
}
