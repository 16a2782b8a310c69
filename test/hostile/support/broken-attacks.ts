/** Bytes that are hardly HTTP, at either port. */
import { byBen, byMallory, inSupport, type Attack, type Strategy } from "./attack.js";
import { strangeHeader } from "./values.js";

export const brokenAttacks: Readonly<Record<string, Strategy>> = {
  "a broken request": (random, stage) => {
    const sound: Attack = random.oneIn(2)
      ? byBen("POST", "/api/chat", { message: "hi" }, [inSupport])
      : byMallory(stage, "GET", "/v1/access/me");
    const broken = random.pick<Partial<Attack>>([
      { target: "" },
      { target: "*" },
      { target: "http://evil.test/api/chat" },
      { target: "/api/chat HTTP/1.1\r\nx: y" },
      { method: "G\u00e9T" },
      { method: "TRACE" },
      { method: "CONNECT", target: "evil.test:443" },
      { headers: [...sound.headers, ["transfer-encoding", "chunked"], ["content-length", "5"]] },
      { headers: [...sound.headers, ["transfer-encoding", "xchunked"]] },
      { headers: [...sound.headers, ["content-length", "5"], ["content-length", "6"]] },
      { headers: [...sound.headers, ["content-length", "-1"]] },
      { headers: [...sound.headers, ["host", "a"], ["host", "b"]] },
      { headers: [...sound.headers, ["x y", "z"]] },
      { headers: [...sound.headers, ["x", "a\u0000b"]] },
      { headers: [...sound.headers, ["x", "y".repeat(20_000)]] },
      { target: `/api/chat/${"a".repeat(20_000)}` },
      { target: "/api/chat/%" },
      { target: "/api/chat?\u0000" },
      { target: "//evil.test/api/chat" },
      { target: "/\\evil.test/api/chat" },
    ]);
    return { ...sound, ...broken, isBroken: true };
  },
  "a body in chunks": (random, stage) => {
    const attack = byBen("POST", "/api/chat", "x", [
      inSupport,
      ["transfer-encoding", "chunked"],
      strangeHeader(random, stage),
    ]);
    return {
      ...attack,
      body: random.pick([
        "0\r\n\r\n",
        "zz\r\n",
        "5\r\nhello\r\n0\r\n\r\n",
        "ffffffffff\r\n",
        "2\r\n{}\r\n0\r\nx: y\r\n\r\n",
        '11\r\n{"message":"hi!"}\r\n0\r\n\r\n',
      ]),
      isBroken: true,
    };
  },
};
