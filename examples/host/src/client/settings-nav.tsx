import { Link } from "./link.js";
import { apiKeys } from "./settings/api-keys.js";
import { automations } from "./settings/automations.js";
import { integrations } from "./settings/integrations.js";
import { machines } from "./settings/machines.js";
import { memory } from "./settings/memory.js";
import { schedules } from "./settings/schedules.js";
import type { Section } from "./settings/section.js";
import { ToDesk } from "./side-bar.js";

/** In the order of the page; each is a file of its own. */
export const sections: readonly Section[] = [schedules, automations, integrations, machines, memory, apiKeys];

/** The sections in the side bar. */
export function SettingsNav({ current }: { readonly current: string }) {
  return (
    <>
      <ToDesk />
      <section aria-labelledby="settings">
        <h2 id="settings">Settings</h2>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <Link to={{ page: "settings", section: id, opened: "" }} isCurrent={id === current} className="entry">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
