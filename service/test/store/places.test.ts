import { expect, it } from "vitest";
import { createPlaces, type Lane } from "../../src/store/places.js";

it("serves requests before turns, and a turn after four requests", async () => {
  const places = createPlaces();
  const order: Lane[] = [];
  const holder = await places.take("request");
  const visits = (["turn", "turn", ...Array.from({ length: 9 }, () => "request")] as Lane[]).map(async (lane) => {
    const free = await places.take(lane);
    order.push(lane);
    free();
    // Freeing twice admits no second one.
    free();
  });
  holder();
  await Promise.all(visits);
  const requests = (n: number) => Array.from({ length: n }, () => "request");
  expect(order).toEqual([...requests(3), "turn", ...requests(4), "turn", ...requests(2)]);
});
