import { useCallback, useEffect, useRef, useState } from "react";

/** The signed-in person, from the host's own backend. */
export interface SignedIn {
  readonly user: { readonly id: string; readonly name: string; readonly tenant: string; readonly tenantName: string };
  readonly csrfToken: string;
}

/** Null when there is no network. */
async function post(path: string, body: unknown, csrfToken?: string): Promise<Response | null> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(csrfToken !== undefined && { "x-csrf-token": csrfToken }) },
    body: JSON.stringify(body),
    // A sign-out arrives also when its page is left at once.
    keepalive: true,
  }).catch(() => null);
}

const unreachable = "Parcel Desk cannot be reached. Look at your connection and try again.";

/** Asks until there is an answer: who is signed in must not be guessed. */
async function whoIsIt(): Promise<SignedIn | null> {
  for (;;) {
    const answer = await fetch("/auth/me").catch(() => null);
    if (answer?.ok) return (await answer.json()) as SignedIn;
    if (answer?.status === 401) return null;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** Channel between tabs for sign-ins and sign-outs: all of them share one cookie. */
const channelName = "sign-in";

/**
 * The host's sign-in state: `undefined` until known, `null` when signed out. `isExpired` is true while the sign-in has
 * expired without a sign-out: the person stays `undefined`, so the kit keeps unsent words for the same person. Both verbs
 * return an error message or null.
 */
export function useSignIn() {
  const [signedIn, setSignedIn] = useState<SignedIn | null>();
  const [isAskingAnew, setIsAskingAnew] = useState(false);
  const [isExpired, setIsExpired] = useState(false);

  const channel = useRef<BroadcastChannel>(undefined);
  const refresh = useCallback(
    () =>
      whoIsIt().then((answer) => {
        setSignedIn(answer);
        setIsAskingAnew(false);
      }),
    [],
  );
  /** The person may have changed: hides the previous one's data while we ask. */
  const askAnew = useCallback(() => {
    setSignedIn(undefined);
    setIsAskingAnew(true);
    void refresh();
  }, [refresh]);
  /** The kit met a 401 or another person. A sign-out in another tab reports itself through the channel. */
  const recheck = useCallback(() => {
    setSignedIn((now) => (now === null ? null : undefined));
    setIsAskingAnew(true);
    void whoIsIt().then((answer) => {
      if (answer) setSignedIn(answer);
      setIsExpired(answer === null);
      setIsAskingAnew(false);
    });
  }, []);
  useEffect(() => {
    const opened = new BroadcastChannel(channelName);
    channel.current = opened;
    opened.addEventListener("message", askAnew);
    void refresh();
    return () => opened.close();
  }, [refresh, askAnew]);
  const changed = useCallback((next: SignedIn | null) => {
    setSignedIn(next);
    channel.current?.postMessage("changed");
  }, []);

  const signIn = useCallback(
    async (user: string, password: string): Promise<string | null> => {
      const answer = await post("/auth/sign-in", { user, password });
      if (!answer) return unreachable;
      const body = (await answer.json()) as SignedIn & { error?: { message: string } };
      if (!answer.ok) return body.error?.message ?? "Signing in failed.";
      changed(body);
      return null;
    },
    [changed],
  );

  const signOut = useCallback(async (): Promise<string | null> => {
    const answer = signedIn && (await post("/auth/sign-out", {}, signedIn.csrfToken));
    if (signedIn && !answer) return unreachable;
    // Refused: another tab has signed in another person meanwhile.
    if (answer?.ok === false) await refresh();
    else changed(null);
    return null;
  }, [signedIn, refresh, changed]);

  return { signedIn, isAskingAnew, isExpired: isExpired && !signedIn, signIn, signOut, recheck };
}
