/** What each role may do with each table. All else is the owner's: to define, to truncate, to read what Postgres knows of roles. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { MIGRATIONS_TABLE } from './migrations/list.ts';
import { query, type Tables } from './query.ts';
import { ROLE_NAMES, ROLES, type Role } from './roles.ts';

const STATEMENTS = { S: 'select', I: 'insert', U: 'update', D: 'delete' } as const;
export type Letter = keyof typeof STATEMENTS;
export const LETTERS = Object.keys(STATEMENTS) as Letter[];
type Letters = `${'S' | ''}${'I' | ''}${'U' | ''}${'D' | ''}`;

/** Tables without an entity: of two libraries, and of the version before. */
type Others = 'rate_limits' | typeof MIGRATIONS_TABLE | 'doomed_objects' | 'doomed_runs';

/**
 * Select, insert, update and delete. Locking a row needs U; so do a deletion and its triggers need the letters of what they
 * change, but not those of a cascade. A letter that the version before needs goes one version later.
 */
export const GRANTS: Record<keyof Tables | Others, { web: Letters; worker: Letters }> = {
  users: { web: 'SIUD', worker: 'SU' },
  sessions: { web: 'SIUD', worker: 'SD' },
  known_devices: { web: 'SIUD', worker: 'SD' },
  api_tokens: { web: 'SIUD', worker: '' },
  // An event locks the webhooks that hear of it.
  webhooks: { web: 'SIUD', worker: 'SU' },
  webhook_secrets: { web: 'I', worker: 'S' },
  webhook_messages: { web: 'SI', worker: 'SIUD' },
  totp_factors: { web: 'SIUD', worker: '' },
  recovery_codes: { web: 'SIUD', worker: '' },
  duress_passwords: { web: 'SIUD', worker: '' },
  duress_holds: { web: 'SIU', worker: 'SU' },
  passkeys: { web: 'SIUD', worker: '' },
  // One that was answered is not answered again: the web only adds.
  passkey_challenges: { web: 'SI', worker: 'SD' },
  identities: { web: 'SID', worker: '' },
  pictures: { web: 'SIUD', worker: '' },
  secrets: { web: 'SIUD', worker: 'SD' },
  account_mails: { web: 'SI', worker: 'SUD' },
  // A trigger adds to it when an account is deleted.
  erased_accounts: { web: 'SI', worker: 'SD' },
  trusted_contacts: { web: 'SIUD', worker: 'SU' },
  contact_mails: { web: 'SI', worker: 'SIUD' },
  emergency_protocols: { web: 'SIU', worker: 'SIU' },
  emergency_mails: { web: 'SIUD', worker: 'SIUD' },
  emergency_plan_items: { web: 'SID', worker: 'S' },
  // A clock that was set right moves their instants.
  contact_acts: { web: 'SIUD', worker: 'SU' },
  warning_channels: { web: 'SIUD', worker: 'SU' },
  warning_messages: { web: 'SIU', worker: 'SIUD' },
  rehearsals: { web: 'SI', worker: 'SD' },
  rehearsal_nudges: { web: '', worker: 'SIU' },
  rehearsal_messages: { web: 'SIU', worker: 'SU' },
  outages: { web: 'SIUD', worker: 'SIUD' },
  heartbeats: { web: 'SIU', worker: 'SIU' },
  canary: { web: 'SU', worker: 'SIU' },
  database_clock: { web: 'SIU', worker: 'SIU' },
  contents: { web: 'SIUD', worker: 'SU' },
  content_versions: { web: 'SID', worker: '' },
  parcels: { web: 'SI', worker: '' },
  // Read for recipients only: no row is read before a delivery of it was opened.
  parcel_shares: { web: 'SI', worker: '' },
  files: { web: 'SIUD', worker: 'SIUD' },
  thumbnails: { web: 'SI', worker: 'SU' },
  storage_use: { web: 'SIU', worker: 'S' },
  subscriptions: { web: 'SIUD', worker: 'SIUD' },
  granted_checkouts: { web: 'SI', worker: '' },
  customers: { web: 'SIU', worker: 'SIU' },
  webhook_receipts: { web: 'SID', worker: 'SIUD' },
  billing_mails: { web: 'SI', worker: 'SIU' },
  reports: { web: 'SI', worker: 'SU' },
  correspondents: { web: 'SIU', worker: 'SIU' },
  stopped_addresses: { web: 'SIUD', worker: 'S' },
  deliveries: { web: 'SIU', worker: 'SIUD' },
  delivery_contents: { web: 'SIUD', worker: 'SIU' },
  delivery_attempts: { web: 'SIU', worker: 'SIU' },
  provider_events: { web: 'SID', worker: 'SI' },
  notices: { web: 'SIU', worker: 'SIU' },
  // Nobody changes what has happened.
  timeline: { web: 'SI', worker: 'SI' },
  // Nor the record. Entries go with their account only, by a trigger that runs as the owner.
  record_entries: { web: 'SI', worker: 'SI' },
  record_leaves: { web: 'S', worker: 'SIUD' },
  record_roots: { web: 'S', worker: 'SI' },
  engine_store: { web: '', worker: 'SIU' },
  zone_rules: { web: '', worker: 'SIU' },
  idempotency_keys: { web: 'SIUD', worker: 'SD' },
  jobs: { web: 'SIUD', worker: 'SIUD' },
  rate_limits: { web: 'SIUD', worker: '' },
  // How old this database is.
  mikro_orm_migrations: { web: 'S', worker: 'S' },
  doomed_objects: { web: '', worker: '' },
  doomed_runs: { web: '', worker: '' },
};

/** Where the worker's U is for some columns only: it cannot set a password, nor change what someone wrote. */
export const CHANGED_BY_WORKER: { [Table in keyof Tables]?: readonly (keyof Tables[Table] & string)[] } = {
  users: ['email_confirmed_at', 'wrapped_key'],
  contents: ['is_public', 'withheld_at'],
};

/** @returns the columns that a role may update in a table where it has the letter U; null: each */
export function columnsOf(role: Role, table: keyof typeof GRANTS): readonly string[] | null {
  return (role === 'worker' && (CHANGED_BY_WORKER as Record<string, readonly string[]>)[table]) || null;
}

/** @returns the letters of a role: a backup reads everything */
export function lettersOf(role: Role, table: keyof typeof GRANTS): readonly Letter[] {
  const letters = role === 'backup' ? 'S' : GRANTS[table][role];
  return LETTERS.filter((letter) => letters.includes(letter));
}

/** Gives each role what the table above says, and takes everything else. Tables that are not there yet are left out. */
export async function grantAll(tx: EntityManager): Promise<void> {
  const run = async <Row>(statement: RawBuilder<Row>) => (await statement.execute(query(tx))).rows;
  const roles = sql.join(ROLE_NAMES.map((role) => sql.id(ROLES[role])));
  const [{ name } = { name: '' }] = await run(sql<{ name: string }>`select current_database() as name`);
  await run(sql`revoke all on database ${sql.id(name)} from public`);
  await run(sql`grant connect on database ${sql.id(name)} to ${roles}`);
  await run(sql`revoke create on schema public from public`);
  await run(sql`grant usage on schema public to ${roles}`);
  await run(sql`revoke all on all tables in schema public from public, ${roles}`);
  const present = await run(sql<{ tablename: string }>`select tablename from pg_tables where schemaname = 'public'`);
  const tables = new Set(present.map(({ tablename }) => tablename));
  for (const table of Object.keys(GRANTS) as (keyof typeof GRANTS)[]) {
    if (!tables.has(table)) continue;
    for (const role of ROLE_NAMES) {
      const columns = columnsOf(role, table)?.map((column) => `"${column}"`);
      const rights = lettersOf(role, table).map((letter) =>
        letter === 'U' && columns ? `update (${columns.join(', ')})` : STATEMENTS[letter],
      );
      if (rights.length === 0) continue;
      await run(sql`grant ${sql.raw(rights.join(', '))} on ${sql.id(table)} to ${sql.id(ROLES[role])}`);
    }
  }
}
