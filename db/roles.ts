/**
 * The roles of Postgres that our processes connect as. The migrations connect as the owner of the schema, who makes these.
 * What decodes media has no database, and so no role.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from './query.ts';

export const ROLES = { web: 'stillhere_web', worker: 'stillhere_worker', backup: 'stillhere_backup' } as const;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** Postgres's own default. */
const ITERATIONS = 4096;

/**
 * Creates the roles that are missing, without a password: they cannot connect. Sets the passwords that are given, and leaves
 * the others as they are.
 * @param passwords in ASCII
 */
export async function makeRoles(tx: EntityManager, passwords: { [Name in Role]?: string | undefined }): Promise<void> {
  for (const role of ROLE_NAMES) {
    const name = sql.id(ROLES[role]);
    const { rows } = await sql`select 1 from pg_roles where rolname = ${ROLES[role]}`.execute(query(tx));
    if (rows.length === 0) await sql`create role ${name} nologin`.execute(query(tx));
    const password = passwords[role];
    if (password) await sql`alter role ${name} login password ${sql.lit(verifierOf(password))}`.execute(query(tx));
  }
}

/**
 * @returns what Postgres stores for a password: with this the password itself reaches neither the server nor its log
 * @see https://www.postgresql.org/docs/18/catalog-pg-authid.html
 */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

/** @returns the address with the name of a role, and its password or none */
export function addressAs(role: Role, url: string, password = ''): string {
  return Object.assign(new URL(url), { username: ROLES[role], password }).href;
}
