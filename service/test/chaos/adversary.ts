/** Carries out the faults of a plan, each of which ends by itself, and heals everything. */
import type { DatabaseServer } from "./database-server.js";
import type { FaultKind, PlannedFault } from "./plan.js";
import { pause, type ServiceProcess } from "./service-process.js";

export interface World {
  readonly database: DatabaseServer;
  readonly services: readonly ServiceProcess[];
  /** Notes what happens when. */
  tell(what: string): void;
}

/** Begins a fault. @returns the function that ends it */
type Begin = (world: World, service: ServiceProcess, fault: PlannedFault) => Promise<() => unknown>;

const begin: Readonly<Record<FaultKind, Begin>> = {
  async "kill-service"(_, service) {
    await service.end("SIGKILL");
    return () => service.start();
  },
  async "restart-service"(_, service) {
    await service.end("SIGTERM");
    return () => service.start();
  },
  async "suspend-service"(_, service) {
    service.suspend();
    return () => service.resume();
  },
  async "silence-database-line"(_, { databaseLine }) {
    databaseLine.silence();
    return () => databaseLine.mend();
  },
  async "silence-client-line"(_, { clientLine }) {
    clientLine.silence();
    return () => clientLine.mend();
  },
  async "kill-database"({ database }) {
    await database.kill();
    return () => database.start();
  },
  async "kill-backend"({ database }) {
    await database.killBackend();
    return () => database.start();
  },
  "suspend-database": ({ database }) => database.suspend(),
  async "fill-disk"({ database }) {
    await database.fillDisk();
    return async () => {
      await database.emptyDisk();
      await database.start();
    };
  },
  async "shift-clock"(_, service, { shiftMs }) {
    service.shiftClock(shiftMs);
    return () => service.shiftClock(0);
  },
};

/** Resolves when every fault has ended. */
export async function attack(world: World, plan: readonly PlannedFault[]): Promise<void> {
  const running: Promise<void>[] = [];
  for (const fault of plan) {
    await pause(fault.afterMs);
    running.push(carryOut(world, fault));
  }
  await Promise.all(running);
}

async function carryOut(world: World, fault: PlannedFault): Promise<void> {
  const service = world.services[fault.service] as ServiceProcess;
  world.tell(`${fault.kind} of service ${fault.service} begins`);
  const end = await begin[fault.kind](world, service, fault);
  await pause(fault.lastsMs);
  world.tell(`${fault.kind} of service ${fault.service} ends after ${fault.lastsMs} ms`);
  await end();
  world.tell(`${fault.kind} of service ${fault.service} has ended`);
}

/** Faults of one kind that overlap end together with the first of them, so nothing may be left; this makes sure of it. */
export async function heal({ database, services }: World): Promise<void> {
  await database.emptyDisk();
  await database.start();
  for (const service of services) {
    service.databaseLine.mend();
    service.clientLine.mend();
    service.resume();
    service.shiftClock(0);
  }
  await Promise.all(services.map((service) => service.start()));
}
