import type { DeskRequest } from "./request.js";
import type { DeskSteps, Steps } from "./steps.js";
import { daysLate, lateTable, orderOf, ordersOf, replyDraft, trackingText } from "./texts.js";

type Flow = (steps: DeskSteps, order: number | null) => Steps;

/** One flow for each kind of request. The product's rules are in `skills/`, for a model to read; here they are code. */
export const flows: Readonly<Record<DeskRequest["kind"], Flow>> = {
  async *track(steps, number) {
    yield* steps.title(`Order ${number}: tracking`);
    const order = yield* find(steps, number);
    if (order !== null) yield* steps.say(trackingText(order));
  },

  async *reply(steps, number) {
    yield* steps.title(`Order ${number}: reply`);
    const order = yield* find(steps, number);
    if (order !== null) yield* steps.say(replyDraft(order));
  },

  async *refund(steps, number) {
    yield* steps.title(`Order ${number}: refund`);
    const order = yield* find(steps, number);
    if (order === null) return;
    const late = daysLate(order);
    if (order.status === "refunded")
      return yield* steps.say(`Order ${number} was already refunded. Nothing was changed.`);
    if (late < 10) {
      const why = late > 0 ? `is ${late} days late` : "is on time";
      return yield* steps.say(
        `I can't refund order ${number}: it ${why}, and we refund from ten days on. I can **trace the parcel** or **draft a reply** to ${order.customer} instead.`,
      );
    }
    yield* steps.think(
      `The parcel is ${late} days late. From ten days on a refund is allowed, once a person approves it.`,
    );
    yield* steps.say(`The parcel is **${late} days late**, so a refund is due. I need your approval for it.`);
    const refund = yield* steps.call("orders__refund", { id: number });
    if (!refund.isApproved) return yield* steps.say(`I didn't refund order ${number}. ${refund.reason ?? ""}`.trim());
    if (refund.failed) return yield* steps.say(`The refund of order ${number} failed. No money was returned.`);
    yield* steps.say(
      `Done. ${order.customer} gets the money back within three working days.\n\n${replyDraft({ ...order, status: "refunded" })}`,
    );
  },

  async *reroute(steps, number) {
    yield* steps.title(`Order ${number}: new address`);
    const order = yield* find(steps, number);
    if (order === null) return;
    const to = yield* steps.choose({
      id: "place",
      kind: "single_select",
      prompt: `Where should ${order.customer}'s parcel go?`,
      label: "Pick-up point",
      options: [
        { id: "Kiosk Hauptplatz 3", label: "Kiosk Hauptplatz 3", description: "400 m away. Open until 20:00." },
        {
          id: "Parcel locker Central Station",
          label: "Parcel locker Central Station",
          description: "1.2 km away. Always open.",
        },
      ],
      required: true,
      allowOther: true,
    });
    if (to === "") return yield* steps.say("I left the address as it is.");
    const moved = yield* steps.call("orders__reroute", { id: number, to });
    if (!moved.isApproved) return yield* steps.say(`I didn't change the address. ${moved.reason ?? ""}`.trim());
    if (moved.failed) return yield* steps.say("The carrier refused the new address. The parcel keeps its old one.");
    yield* steps.say(
      `Order ${number} now goes to **${to}**. The carrier tells ${order.customer} when it can be collected.`,
    );
  },

  async *late(steps) {
    yield* steps.title("Late parcels");
    const { output } = yield* steps.call("orders__list", {});
    yield* steps.say(lateTable(ordersOf(output)));
  },

  async *other(steps) {
    yield* steps.say(
      "I look up orders, refund them, send parcels elsewhere and draft replies. Name an order by its number or its customer, or ask which parcels are late. I'm scripted: `/help` lists what else I do, and a model takes my place in your product.",
    );
  },
};

async function* find(steps: DeskSteps, id: number | null): Steps<ReturnType<typeof orderOf>> {
  const { output, failed } = yield* steps.call("orders__find", { id });
  const order = failed === true ? null : orderOf(output);
  if (order === null) yield* steps.say(`I can't find order ${id}. Check the number and try again.`);
  return order;
}
