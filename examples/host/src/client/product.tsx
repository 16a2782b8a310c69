import { Account, type AccountProps } from "./account.js";
import { ApprovePage } from "./approve-page.js";
import { Desk } from "./desk.js";
import { HeadlessPage } from "./headless-page.js";
import { PartsPage } from "./parts-page.js";
import { useRoute } from "./route.js";
import { SettingsPage } from "./settings-page.js";

/** The pages of the signed-in product. Each draws its own side bar, and has one `h1`. */
export function Product(props: AccountProps) {
  const { route, go } = useRoute();
  const account = <Account {...props} />;
  // Nothing of one person stays on the page for the next.
  const person = props.signedIn.user.id;
  return (
    <div className="product">
      <a className="skip" href="#content">
        Skip to content
      </a>
      {route.page === "desk" && <Desk key={person} route={route} go={go} account={account} />}
      {route.page === "settings" && <SettingsPage key={person} route={route} go={go} account={account} />}
      {route.page === "machines/approve" && <ApprovePage route={route} account={account} />}
      {route.page === "parts" && <PartsPage conversation={route.conversation} account={account} />}
      {route.page === "headless" && <HeadlessPage conversation={route.conversation} account={account} />}
    </div>
  );
}
