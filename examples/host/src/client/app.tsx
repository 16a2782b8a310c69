import { ServiceProvider } from "@service/react";
import { Product } from "./product.js";
import { useSignIn } from "./session.js";
import { SignInPage } from "./sign-in-page.js";

/** The kit gets the person from the product's own sign-in; everything below shows that person's data alone. */
export function App() {
  const { signedIn, isAskingAnew, isExpired, signIn, signOut, recheck } = useSignIn();
  return (
    <ServiceProvider
      identity={signedIn && { tenant: signedIn.user.tenant, user: signedIn.user.id }}
      baseUrl="/api/service"
      // The product speaks English, so its dates do too.
      locale="en"
      headers={(): Record<string, string> => (signedIn ? { "x-csrf-token": signedIn.csrfToken } : {})}
      onIdentityChange={recheck}
    >
      {isAskingAnew && (
        <output className="asking">Somebody signed in or out in another tab. Looking who is here now …</output>
      )}
      {signedIn ? (
        <Product signedIn={signedIn} onSignOut={signOut} onSwitch={signIn} />
      ) : (
        (signedIn === null || isExpired) && <SignInPage onSignIn={signIn} />
      )}
    </ServiceProvider>
  );
}
