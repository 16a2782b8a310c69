import { ServiceProvider } from "@service/react";
import { faultFetch, type FaultPlan } from "@service/react/testing";
import type { Decorator } from "@storybook/react-vite";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { waitFor } from "storybook/test";
import { useStoryLanguage } from "./language.js";
import { openWorld, people, type Network, type Person } from "./world.js";
import "./live.css";

/**
 * Wraps a story in a provider of the live world, signed in as in the toolbar, with the network of the parameter
 * `faults`. With the parameter `breaksAt` the story has a wire of its own, which breaks once this selector matches.
 */
export const withWorld: Decorator = (Story, context) => {
  const { identity, direction } = context.globals as { identity: string; direction: "ltr" | "rtl" };
  return (
    <Live
      person={people[identity] ?? null}
      dir={direction}
      bar={context.parameters["bar"] !== false}
      faults={context.parameters["faults"] as FaultPlan | undefined}
      breaksAt={context.parameters["breaksAt"] as string | undefined}
    >
      <Story />
    </Live>
  );
};

interface LiveProps {
  readonly person: Person | null;
  readonly dir: "ltr" | "rtl";
  readonly bar: boolean;
  readonly faults: FaultPlan | undefined;
  readonly breaksAt: string | undefined;
  readonly children: ReactNode;
}

function Live({ person, dir, bar, faults, breaksAt, children }: LiveProps): ReactNode {
  const [network, setNetwork] = useState<Network | null>(null);
  const language = useStoryLanguage();
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void openWorld().then((shared) => setNetwork(breaksAt === undefined ? shared : shared.ownWire()));
  }, [breaksAt]);
  useEffect(() => {
    if (!network || breaksAt === undefined) return;
    const isReady = () => {
      if (!stage.current?.querySelector(breaksAt)) throw new Error(`Nothing matches ${breaksAt}.`);
    };
    void waitFor(isReady, { timeout: 20_000 }).then(
      () => network.setCut(true),
      () => undefined,
    );
  }, [network, breaksAt]);
  const send = useMemo(() => {
    const own = network?.fetchAs(person);
    return own && faults ? faultFetch(own, faults) : own;
  }, [network, person, faults]);
  if (!network) return <p className="live-opening">Starting the service in this page…</p>;
  return (
    <ServiceProvider
      identity={person && { tenant: person.tenant, user: person.user }}
      fetch={send}
      dir={dir}
      {...language}
    >
      <div className="live">
        {bar && <ProductBar person={person} network={network} />}
        <div className="live-stage" ref={stage}>
          {children}
        </div>
      </div>
    </ServiceProvider>
  );
}

/** A host's bar above its conversation. */
function ProductBar({ person, network }: { readonly person: Person | null; readonly network: Network }): ReactNode {
  const [cut, setCut] = useState(network.isCut());
  const toggle = () => {
    network.setCut(!cut);
    setCut(!cut);
  };
  return (
    <div className="live-bar">
      <span>{person ? `${person.name} · ${person.company}` : "Signed out"}</span>
      <button type="button" className="live-button" aria-pressed={cut} onClick={toggle}>
        {cut ? "Reconnect network" : "Disconnect network"}
      </button>
    </div>
  );
}
