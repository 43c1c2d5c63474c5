import { inject } from 'vitest';

/** A database to copy from. */
export interface Template {
  database: string;
  /** The key ring that opens what is in it. */
  masterKeys: string;
}

/** What every test that needs more than memory stands on; started once per run by global-setup.ts. */
export interface TestServices {
  postgresUrl: string;
  /** The newest schema, and nothing in it. */
  empty: Template;
  /** The demo accounts, with all that they keep; their files lie in the object store. */
  seeded: Template;
  temporalBinary: string;
  /** What is the same for every process under test. */
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
