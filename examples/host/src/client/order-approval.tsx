import { createContext, use } from "react";
import { ApprovalCard, type ApprovalCardProps } from "@service/react";
import { euros, type Order } from "./desk-data.js";

/** The orders of the desk. A slot of the kit gets the approval alone, so a context has the product's data. */
export const OrdersContext = createContext<readonly Order[]>([]);

/** Asks in the desk's own words. An order that the desk does not have is shown as the kit shows it. */
export function OrderApproval(props: ApprovalCardProps) {
  const { name, arguments: given } = props.approval;
  const { id, to } = (given ?? {}) as { readonly id?: unknown; readonly to?: unknown };
  const order = use(OrdersContext).find((one) => one.id === id);
  const words = order && wordsFor(name, order, to);
  if (!words) return <ApprovalCard {...props} />;
  return (
    <ApprovalCard
      {...props}
      heading={words.question}
      approveLabel={words.yes}
      renderArguments={() => (
        <div className="asked">
          <p>{words.facts}</p>
          <details>
            <summary className="fold">Details</summary>
            <dl>
              {Object.entries(given ?? {}).map(([field, value]) => (
                <div key={field}>
                  <dt>{field}</dt>
                  <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
                </div>
              ))}
            </dl>
          </details>
        </div>
      )}
    />
  );
}

function wordsFor(name: string | null, { id, item, cents, to: now }: Order, to: unknown) {
  if (name === "orders__refund")
    return {
      question: `Refund ${euros(cents)} for order ${id}?`,
      facts: `${item} · ${now}`,
      yes: `Refund ${euros(cents)}`,
    };
  if (name === "orders__reroute" && typeof to === "string")
    return { question: `Send order ${id} to ${to}?`, facts: `${item} · currently to ${now}`, yes: "Change address" };
  return undefined;
}
