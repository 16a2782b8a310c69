/** The people of this example product. A real host has a database and hashed passwords; here the password is `demo`. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly tenant: string;
  readonly tenantName: string;
}

const users: readonly User[] = [
  { id: "ana", name: "Ana", tenant: "acme", tenantName: "Acme Parcels" },
  { id: "ben", name: "Ben", tenant: "acme", tenantName: "Acme Parcels" },
  { id: "chloe", name: "Chloe", tenant: "globex", tenantName: "Globex Freight" },
  { id: "dai", name: "Dai", tenant: "globex", tenantName: "Globex Freight" },
];

export const findUser = (id: string): User | undefined => users.find((user) => user.id === id);

export function verifyPassword(id: string, password: string): User | undefined {
  return password === "demo" ? findUser(id) : undefined;
}

/** Who looks after what belongs to a whole tenant. */
export const isAdmin = (id: string): boolean => id === "ana" || id === "chloe";
