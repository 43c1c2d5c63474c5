import type { Connection } from '@temporalio/client';
import { searchAttributes } from '#workflows/contracts/engine.ts';

/** gRPC status of a search attribute that is there already. */
const ALREADY_EXISTS = 6;
/** The engine's codes of the types of search attributes. */
const TYPES = { KEYWORD: 2, INT: 3, DATETIME: 6 } as const;

/** Creates the search attributes that an existing namespace lacks. It can be repeated. */
export async function addSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const known = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(searchAttributes).filter(({ name }) => !(name in (known.customAttributes ?? {})));
  if (missing.length === 0) return;
  try {
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(({ name, type }) => [name, TYPES[type]])),
    });
  } catch (error) {
    if ((error as { code?: number }).code !== ALREADY_EXISTS) throw error;
  }
}
