import { useState } from "react";
import { ServiceProvider } from "@service/react";
import { ApprovePage } from "./approve-page.js";
import { Desk } from "./desk.js";
import { HeadlessPage } from "./headless-page.js";
import { PartsPage } from "./parts-page.js";
import { useRoute } from "./route.js";
import { useSignIn, type SignedIn } from "./session.js";
import { SettingsPage } from "./settings-page.js";
import { SignInPage } from "./sign-in-page.js";

export function App() {
  const { signedIn, isAskingAnew, signIn, signOut, askAnew } = useSignIn();
  return (
    <ServiceProvider
      identity={signedIn && { tenant: signedIn.user.tenant, user: signedIn.user.id }}
      baseUrl="/api/service"
      headers={(): Record<string, string> => (signedIn ? { "x-csrf-token": signedIn.csrfToken } : {})}
      onIdentityChange={askAnew}
    >
      {isAskingAnew && (
        <output className="asking">Somebody signed in or out in another tab. Looking who is here now …</output>
      )}
      {signedIn ? (
        <Product signedIn={signedIn} onSignOut={signOut} onSwitch={signIn} />
      ) : (
        signedIn === null && <SignInPage onSignIn={signIn} />
      )}
    </ServiceProvider>
  );
}

interface ProductProps {
  readonly signedIn: SignedIn;
  readonly onSignOut: () => Promise<string | null>;
  readonly onSwitch: (user: string, password: string) => Promise<string | null>;
}

function Product({ signedIn, onSignOut, onSwitch }: ProductProps) {
  const { route, go } = useRoute();
  const isSettings = route.page === "settings";
  const [trouble, setTrouble] = useState<string | null>(null);
  const other = signedIn.user.tenant === "acme" ? { id: "chloe", name: "Chloe" } : { id: "ana", name: "Ana" };
  return (
    <div className="product">
      <header>
        <strong>Parcel Desk</strong>
        <span className="tenant">{signedIn.user.tenantName}</span>
        <span className="person">{signedIn.user.name}</span>
        <button type="button" onClick={() => go({ page: isSettings ? "desk" : "settings", section: "" })}>
          {isSettings ? "Conversations" : "Settings"}
        </button>
        <button
          type="button"
          aria-label={`Switch to ${other.name}`}
          onClick={() => void onSwitch(other.id, "demo").then(setTrouble)}
        >
          Switch<span className="wide"> to {other.name}</span>
        </button>
        <button type="button" onClick={() => void onSignOut().then(setTrouble)}>
          Sign out
        </button>
        {trouble !== null && <p role="alert">{trouble}</p>}
      </header>
      {route.page === "parts" && <PartsPage conversation={route.conversation} />}
      {route.page === "headless" && <HeadlessPage conversation={route.conversation} />}
      {route.page === "machines/approve" && <ApprovePage route={route} go={go} />}
      {isSettings && <SettingsPage key={signedIn.user.id} route={route} go={go} />}
      {route.page === "desk" && <Desk route={route} go={go} />}
    </div>
  );
}
