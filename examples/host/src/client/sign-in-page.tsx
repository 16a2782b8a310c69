import { useEffect, useRef, useState, type FormEvent } from "react";

const people = [
  { id: "ana", name: "Ana", tenant: "Acme Parcels" },
  { id: "ben", name: "Ben", tenant: "Acme Parcels" },
  { id: "chloe", name: "Chloe", tenant: "Globex Freight" },
  { id: "dai", name: "Dai", tenant: "Globex Freight" },
];

interface SignInPageProps {
  /** Resolves with an error message, or null. */
  readonly onSignIn: (user: string, password: string) => Promise<string | null>;
}

export function SignInPage({ onSignIn }: SignInPageProps) {
  const [user, setUser] = useState("ana");
  const [password, setPassword] = useState("demo");
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  // The page that takes the form's place takes its focus, too.
  useEffect(() => () => document.getElementById("content")?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const refusal = await onSignIn(user, password);
    setError(refusal);
    if (refusal !== null) field.current?.focus();
  };

  return (
    <main className="sign-in">
      <form onSubmit={(event) => void submit(event)}>
        <h1 className="brand">Parcel Desk</h1>
        <p>An example product with an agent in it. Everybody's password is demo.</p>
        <fieldset>
          <legend>Who are you?</legend>
          {people.map(({ id, name, tenant }) => (
            <label key={id}>
              <input type="radio" name="user" value={id} checked={user === id} onChange={() => setUser(id)} />
              <span>{name}</span>
              <small>{tenant}</small>
            </label>
          ))}
        </fieldset>
        <label className="field">
          Password
          <input
            ref={field}
            type="password"
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : "refusal"}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        {error !== null && (
          <p id="refusal" role="alert">
            {error}
          </p>
        )}
        <button type="submit" className="button primary">
          Sign in
        </button>
      </form>
    </main>
  );
}
