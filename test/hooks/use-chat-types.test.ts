/** Types of `useChat`'s parameter; the type check asserts them. */
import { expectTypeOf, it } from "vitest";
import type { ChatPart, ChatQuestionPart } from "../../src/chat/chat-message.js";
import { useChat, type Chat, type UseChat, type UseChatOptions } from "../../src/hooks/use-chat.js";

interface ShopTools {
  readonly refund: { readonly input: { readonly amount: number }; readonly output: { readonly id: string } };
  readonly lookUp: { readonly input: { readonly order: string } };
}
declare const options: UseChatOptions;
type PartOf<C extends Chat<ShopTools>> = C["messages"][number]["parts"][number];

it("narrows a tool's input and output by its name", () => {
  const check = (part: PartOf<Chat<ShopTools>>) => {
    if (part.type === "text") return expectTypeOf(part.text).toEqualTypeOf<string>();
    if (part.type === "question") return expectTypeOf(part).toEqualTypeOf<ChatQuestionPart>();
    expectTypeOf(part.name).toEqualTypeOf<"refund" | "lookUp">();
    if (part.name === "refund") {
      expectTypeOf(part.input.amount).toEqualTypeOf<number>();
      return expectTypeOf(part.output).toEqualTypeOf<{ readonly id: string } | undefined>();
    }
    expectTypeOf(part.input.order).toEqualTypeOf<string>();
    return expectTypeOf(part.output).toEqualTypeOf<unknown>();
  };
  expectTypeOf(check).parameter(0).toEqualTypeOf<ChatPart<ShopTools>>();
});

it("has no types for unnamed tools", () => {
  const part = (chat: Chat) => chat.messages.flatMap(({ parts }) => parts).find(({ type }) => type === "tool");
  expectTypeOf(part)
    .returns.exclude<undefined>()
    .extract<{ type: "tool" }>()
    .toHaveProperty("input")
    .toEqualTypeOf<unknown>();
});

it("accepts tool types on the hook, on a selector's parameter, or once for both", () => {
  const useOne = () => useChat<ShopTools>(options);
  expectTypeOf(useOne).returns.toEqualTypeOf<Chat<ShopTools>>();
  const useAny = () => useChat({ conversation: "c_1" }, ({ status, messages }) => [status, messages.length] as const);
  expectTypeOf(useAny).returns.toEqualTypeOf<readonly [Chat["status"], number]>();
  const useSelected = () => useChat({ conversation: "c_1" }, (chat: Chat<ShopTools>) => chat.messages[0]?.parts);
  expectTypeOf(useSelected).returns.toEqualTypeOf<readonly ChatPart<ShopTools>[] | undefined>();
  const useShopChat = useChat as UseChat<ShopTools>;
  const useBoth = () => [useShopChat(options), useShopChat(options, ({ messages }) => messages)] as const;
  expectTypeOf(useBoth).returns.toEqualTypeOf<readonly [Chat<ShopTools>, Chat<ShopTools>["messages"]]>();
});

it("is assignable to a chat without named tools", () => {
  const give = (chat: Chat<ShopTools>): Chat => chat;
  expectTypeOf(give).returns.toEqualTypeOf<Chat>();
});
