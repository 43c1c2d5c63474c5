/** What a person sees of their own account. */
export interface AccountView {
  id: string;
  email: string;
  /** Whether the address was proven to be theirs. */
  email_confirmed: boolean;
  name: string;
  /** The address of their picture, one of ours; null shows initials. */
  picture: string | null;
  time_zone: string;
}

/** An account as it is read. */
export interface AccountRow {
  id: string;
  email: string;
  email_confirmed_at: Date | string | null;
  name: string;
  time_zone: string;
  picture_id: string | null;
}

export function toAccountView(row: AccountRow): AccountView {
  return {
    id: row.id,
    email: row.email,
    email_confirmed: row.email_confirmed_at !== null,
    name: row.name,
    picture: row.picture_id && `/api/user/picture/${row.picture_id}`,
    time_zone: row.time_zone,
  };
}
