import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type Template, type TestServices, testServices } from './services.ts';

/** The server of tests asks for none, but a role that never had one cannot connect. */
export const ROLE_PASSWORDS = { web: 'for-tests', worker: 'for-tests', backup: 'for-tests' } as const;

/**
 * A database of one test file's own, with the newest schema.
 * @param template what it is a copy of
 */
export async function createTestDatabase(
  services: Pick<TestServices, 'postgresUrl' | 'empty'> = testServices(),
  template: Template = services.empty,
): Promise<{ url: string; drop(): Promise<void> }> {
  const { postgresUrl } = services;
  const name = `test_${randomBytes(6).toString('hex')}`;
  // The usual strategy writes every page to the log: four times the work.
  await administer(postgresUrl, `create database ${name} template ${template.database} strategy file_copy`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(postgresUrl, `drop database ${name} with (force)`) };
}

/** @throws when a process was refused a right that it needs: its row in db/grants.ts lacks a letter */
export function requireRights(output: string): void {
  const refused = output.split('\n').filter((line) => line.includes('permission denied for'));
  if (refused.length > 0) throw new Error(`A role lacks a right: ${refused.slice(0, 3).join('\n')}`);
}

/** Runs one statement that cannot be in a transaction. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
