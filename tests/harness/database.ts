import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type TestServices, testServices } from './services.ts';

/** A database of one test file's own, with the newest schema. */
export async function createTestDatabase(
  services: TestServices = testServices(),
): Promise<{ url: string; drop(): Promise<void> }> {
  const { postgresUrl, templateDatabase } = services;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(postgresUrl, `create database ${name} template ${templateDatabase}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(postgresUrl, `drop database ${name} with (force)`) };
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
