import { useCallback, useEffect, useState } from "react";

/** What the host's own backend says about the person at the page. */
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

/** The host's sign-in state: `undefined` until known, `null` when nobody is signed in. Both verbs give what went wrong. */
export function useSignIn() {
  const [signedIn, setSignedIn] = useState<SignedIn | null>();

  const refresh = useCallback(() => whoIsIt().then(setSignedIn), []);
  useEffect(() => {
    void refresh();
  }, [refresh]);

  const signIn = useCallback(async (user: string, password: string): Promise<string | null> => {
    const answer = await post("/auth/sign-in", { user, password });
    if (!answer) return unreachable;
    const body = (await answer.json()) as SignedIn & { error?: { message: string } };
    if (!answer.ok) return body.error?.message ?? "Signing in failed.";
    setSignedIn(body);
    return null;
  }, []);

  const signOut = useCallback(async (): Promise<string | null> => {
    const answer = signedIn && (await post("/auth/sign-out", {}, signedIn.csrfToken));
    if (signedIn && !answer) return unreachable;
    // Refused: another tab has signed in somebody else meanwhile.
    if (answer?.ok === false) await refresh();
    else setSignedIn(null);
    return null;
  }, [signedIn, refresh]);

  return { signedIn, signIn, signOut, refresh };
}
