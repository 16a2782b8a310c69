import { useState } from "react";
import { Link } from "./link.js";
import { useRoute } from "./route.js";
import type { SignedIn } from "./session.js";

export interface AccountProps {
  readonly signedIn: SignedIn;
  readonly onSignOut: () => Promise<string | null>;
  readonly onSwitch: (user: string, password: string) => Promise<string | null>;
}

/** Who is signed in, at the end of each side bar. */
export function Account({ signedIn: { user }, onSignOut, onSwitch }: AccountProps) {
  const { route } = useRoute();
  const [trouble, setTrouble] = useState<string | null>(null);
  const other = user.tenant === "acme" ? { id: "chloe", name: "Chloe" } : { id: "ana", name: "Ana" };
  return (
    <footer className="account">
      <span className="avatar" aria-hidden="true">
        {user.name.slice(0, 1)}
      </span>
      <p>
        <strong className="person">{user.name}</strong>
        <span>{user.tenantName}</span>
      </p>
      <div>
        {route.page !== "settings" && <Link to={{ page: "settings", section: "", opened: "" }}>Settings</Link>}
        <button type="button" onClick={() => void onSwitch(other.id, "demo").then(setTrouble)}>
          Switch to {other.name}
        </button>
        <button type="button" onClick={() => void onSignOut().then(setTrouble)}>
          Sign out
        </button>
      </div>
      {trouble !== null && <p role="alert">{trouble}</p>}
    </footer>
  );
}
