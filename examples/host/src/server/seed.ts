import type { NewOrder } from "./orders.js";

/**
 * Orders and tickets of a first start. A real host has a database. Days count from the start, so that the example never
 * looks old.
 */
export const seededOrders: Readonly<Record<string, readonly NewOrder[]>> = {
  acme: [
    {
      id: 1041,
      item: "Parcel to Lisbon",
      cents: 1_990,
      customer: "Marta Oliveira",
      to: "Rua do Alecrim 12, Lisbon",
      stage: "in transit",
      dueInDays: -4,
      scans: [
        [-9, "Picked up in Faro"],
        [-8, "Sorting centre Coimbra"],
        [-6, "Sorting centre Lisbon"],
      ],
    },
    {
      id: 1042,
      item: "Parcel to Oslo",
      cents: 2_450,
      customer: "Henrik Dahl",
      to: "Grensen 5, Oslo",
      stage: "lost",
      dueInDays: -12,
      scans: [
        [-17, "Picked up in Rotterdam"],
        [-15, "Ferry terminal Kiel"],
      ],
    },
    {
      id: 1043,
      item: "Parcel to Graz",
      cents: 390,
      customer: "Lena Huber",
      to: "Sporgasse 21, Graz",
      stage: "in transit",
      dueInDays: 1,
      scans: [
        [-2, "Picked up in Munich"],
        [-1, "Sorting centre Salzburg"],
      ],
    },
  ],
  globex: [
    {
      id: 2041,
      item: "Pallet to Gdańsk",
      cents: 18_900,
      customer: "Bałtyk Logistyka",
      to: "Nabrzeże 4, Gdańsk",
      stage: "delivered",
      dueInDays: -1,
      scans: [
        [-3, "Picked up in Dresden"],
        [-1, "Signed for by P. Nowak"],
      ],
    },
    {
      id: 2042,
      item: "Pallet to Porto",
      cents: 21_500,
      customer: "Casa Ribeiro",
      to: "Rua das Flores 80, Porto",
      stage: "in transit",
      dueInDays: -2,
      scans: [[-5, "Picked up in Lyon"]],
    },
  ],
};

/** A request of a customer. */
export interface Ticket {
  readonly id: number;
  readonly subject: string;
  readonly order: number;
  readonly customer: { readonly name: string; readonly email: string; readonly since: number };
  readonly openedHoursAgo: number;
  /** The customer's own words. */
  readonly message: string;
}

export const seededTickets: Readonly<Record<string, readonly Ticket[]>> = {
  acme: [
    {
      id: 311,
      subject: "Where is my parcel?",
      order: 1041,
      customer: { name: "Marta Oliveira", email: "marta@example.com", since: 2021 },
      openedHoursAgo: 2,
      message: "The site has said “in transit” for six days. It is a birthday present. Can you find out where it is?",
    },
    {
      id: 312,
      subject: "Please refund the Oslo parcel",
      order: 1042,
      customer: { name: "Henrik Dahl", email: "henrik@example.com", since: 2023 },
      openedHoursAgo: 5,
      message: "Twelve days late, and nobody knows where it is. I would like my money back.",
    },
    {
      id: 313,
      subject: "Send it to a pick-up point",
      order: 1043,
      customer: { name: "Lena Huber", email: "lena@example.com", since: 2019 },
      openedHoursAgo: 26,
      message: "I am away tomorrow. Could the parcel wait for me at a pick-up point near Sporgasse?",
    },
  ],
  globex: [
    {
      id: 401,
      subject: "Pallet is two days late",
      order: 2042,
      customer: { name: "Casa Ribeiro", email: "dock@example.com", since: 2020 },
      openedHoursAgo: 3,
      message: "Our dock was booked for Monday. When does the pallet arrive?",
    },
  ],
};
