import type { EntityManager, InferKyselyDB } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type * as accounts from './entities/accounts.ts';
import type * as chains from './entities/chains.ts';
import type * as content from './entities/content.ts';
import type * as correspondents from './entities/correspondents.ts';
import type * as delivery from './entities/delivery.ts';
import type * as duress from './entities/duress.ts';
import type * as emergency from './entities/emergency.ts';
import type * as jobs from './entities/jobs.ts';
import type * as parcels from './entities/parcels.ts';
import type * as passkeys from './entities/passkeys.ts';
import type * as record from './entities/record.ts';
import type * as rehearsals from './entities/rehearsals.ts';
import type * as subscription from './entities/subscription.ts';
import type * as vault from './entities/vault.ts';
import type * as warnings from './entities/warnings.ts';
import type * as webhooks from './entities/webhooks.ts';

type Entities = typeof accounts &
  typeof chains &
  typeof content &
  typeof correspondents &
  typeof delivery &
  typeof duress &
  typeof emergency &
  typeof jobs &
  typeof parcels &
  typeof passkeys &
  typeof record &
  typeof rehearsals &
  typeof subscription &
  typeof vault &
  typeof warnings &
  typeof webhooks;
type Schemas = { [Name in keyof Entities]: Name extends `${string}Schema` ? Entities[Name] : never }[keyof Entities];

/** Every table with its columns, as the entities declare them. */
export type Tables = InferKyselyDB<Schemas>;

/**
 * The typed query builder for reads and writes: a column that an entity does not declare is a type error.
 * Instants come back as `Date`, to the millisecond; errors are those of `pg`.
 * @returns a builder that works inside the transaction of `em`, where it has one
 * @see https://kysely.dev/docs/intro
 */
export function query(em: EntityManager): Kysely<Tables> {
  return em.getKysely<Tables>();
}

/** @returns whether a query failed because its row would repeat what must be unique */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
