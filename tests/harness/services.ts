import { inject } from 'vitest';

/** A database to copy from. */
export interface Template {
  database: string;
  /** The key ring that opens its contents. */
  masterKeys: string;
}

/** The services for tests that need more than memory; started once per run by global-setup.ts. */
export interface TestServices {
  postgresUrl: string;
  /** The newest schema, without rows. */
  empty: Template;
  /** The demo accounts with all their content; their files are in the object store. */
  seeded: Template;
  temporalBinary: string;
  /** Variables that every process under test shares. */
  env: Record<string, string>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    services: TestServices;
  }
}

export function testServices(): TestServices {
  return inject('services');
}
