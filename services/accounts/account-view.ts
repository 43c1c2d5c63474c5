import type { User } from '#db/entities/accounts.ts';

/** What a person sees of their own account. */
export interface AccountView {
  id: string;
  email: string;
  name: string;
  picture: string | null;
  time_zone: string;
}

export function toAccountView(user: Pick<User, 'id' | 'email' | 'name' | 'timeZone'>): AccountView {
  return { id: user.id, email: user.email, name: user.name, picture: null, time_zone: user.timeZone };
}
