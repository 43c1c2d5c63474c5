/** What an owner sees of one of their trusted contacts. */
export interface ContactView {
  id: string;
  name: string;
  email: string;
  /** ISO 8601 with Z. */
  created_at: string;
}

export interface ContactRow {
  id: string;
  name: string;
  email: string;
  created_at: Date | string;
}

export function toContactView(row: ContactRow): ContactView {
  return { id: row.id, name: row.name, email: row.email, created_at: new Date(row.created_at).toISOString() };
}
