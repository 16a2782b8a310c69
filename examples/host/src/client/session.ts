import { useCallback, useEffect, useState } from "react";

/** What the host's own backend says about the person at the page. */
export interface SignedIn {
  readonly user: { readonly id: string; readonly name: string; readonly tenant: string; readonly tenantName: string };
  readonly csrfToken: string;
}

async function post(path: string, body: unknown, csrfToken?: string): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(csrfToken !== undefined && { "x-csrf-token": csrfToken }) },
    body: JSON.stringify(body),
  });
}

/** The host's sign-in state: `undefined` until known, `null` when nobody is signed in. */
export function useSignIn() {
  const [signedIn, setSignedIn] = useState<SignedIn | null>();

  const refresh = useCallback(
    () =>
      fetch("/auth/me")
        .then((answer) => (answer.ok ? (answer.json() as Promise<SignedIn>) : null))
        .then(setSignedIn),
    [],
  );
  useEffect(() => {
    void refresh();
  }, [refresh]);

  const signIn = useCallback(async (user: string, password: string): Promise<string | null> => {
    const answer = await post("/auth/sign-in", { user, password });
    const body = (await answer.json()) as SignedIn & { error?: { message: string } };
    if (!answer.ok) return body.error?.message ?? "Signing in failed.";
    setSignedIn(body);
    return null;
  }, []);

  const signOut = useCallback(async () => {
    if (signedIn) await post("/auth/sign-out", {}, signedIn.csrfToken);
    setSignedIn(null);
  }, [signedIn]);

  return { signedIn, signIn, signOut, refresh };
}
