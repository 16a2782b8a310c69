/** Loaded before a service process: its parent moves the process's clock by a message. Timers and `performance` are unchanged, as on a machine. */
const RealDate = Date;
let shiftMs = 0;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, self) => (name === "now" ? now : Reflect.get(target, name, self)),
});

process.on("message", (message) => {
  shiftMs = message.shiftMs;
});
process.channel?.unref();
