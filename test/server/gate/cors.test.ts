import { afterEach, beforeEach, expect, it } from "vitest";
import { createBackend, type Backend } from "../../support/backend.js";
import { describeDoors } from "./two-doors.js";

const listed = "https://admin.product.test";
const origins = [listed];

describeDoors("a page of another origin", (open) => {
  let backend: Backend;
  beforeEach(async () => {
    backend = await createBackend();
  });
  afterEach(() => backend.close());

  const corsOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));

  /** The question of a browser before a page sends the request. */
  const question = (request: Request, origin: string) =>
    new Request(request.url, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": request.method,
        "access-control-request-headers": "content-type,x-service-identity",
      },
    });

  it("may send what it asks for, where it is listed", async () => {
    const door = await open({ origins }, backend);
    const answer = await door.handle(question(door.write("hello"), listed));
    expect(answer.status).toBe(204);
    expect(corsOf(answer)).toEqual({
      "access-control-allow-origin": listed,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "content-type,x-service-identity",
      "access-control-max-age": "600",
    });
  });

  it("may read answers, streams and errors, each header of them, and the server's time", async () => {
    const door = await open({ origins }, backend);
    const from = { headers: { origin: listed } };
    for (const request of [door.read(from), door.write("/say hello", from), door.refused(from)]) {
      const answer = await door.handle(request);
      const { "access-control-expose-headers": exposed = "", ...others } = corsOf(answer);
      expect(others).toEqual({
        "access-control-allow-origin": listed,
        "access-control-allow-credentials": "true",
      });
      const names = [...answer.headers.keys()].filter((name) => !name.startsWith("access-control-"));
      expect(exposed.split(", ")).toEqual(expect.arrayContaining([...names.filter((name) => name !== "vary"), "date"]));
      expect(exposed).toContain("x-service-identity");
      expect(answer.headers.get("vary")).toContain("origin");
      await answer.text();
    }
  });

  it("may read the answer of the host's sign-in, also one whose headers cannot be changed", async () => {
    const fixed = Response.redirect("https://app.product.test/sign-in");
    const resolve = () => fixed as never;
    const door = await open({}, backend);
    const handle = door.name === "chat" ? backend.chat({ origins, resolve }) : backend.proxy({ origins, resolve });
    const answer = await handle(door.read({ headers: { origin: listed } }));
    expect([answer.status, answer.headers.get("location"), corsOf(answer)["access-control-allow-origin"]]).toEqual([
      302,
      "https://app.product.test/sign-in",
      listed,
    ]);
  });

  it("gets no header where it is not listed, and other pages are told apart by caches", async () => {
    const door = await open({ origins }, backend);
    for (const origin of ["https://evil.test", "https://admin.product.test.evil.test", "null"]) {
      const asked = await door.handle(question(door.write("hello"), origin));
      const read = await door.handle(door.read({ headers: { origin } }));
      expect([asked.status, corsOf(asked), corsOf(read)]).toEqual([405, {}, {}]);
    }
    const own = await door.handle(door.read());
    expect([corsOf(own), own.headers.get("vary")]).toEqual([{}, "origin"]);
  });

  it("gets no header where the host lists none", async () => {
    const door = await open({}, backend);
    const asked = await door.handle(question(door.write("hello"), listed));
    const read = await door.handle(door.read({ headers: { origin: listed } }));
    expect([asked.status, corsOf(asked), corsOf(read)]).toEqual([405, {}, {}]);
  });
});
