import type { LineId } from './lines/lines.ts';

/** A claim of the landing page, by its id in docs/security.md. */
type ClaimId = `C-${number}`;

/**
 * Says which lines of the specification and which claims of the landing page fail if this test fails. Write it first in
 * the body of a test or a `describe`, with the ids as literals. It does nothing when it runs: `table.test.ts` and
 * `landing/claims.test.ts` read it from the source.
 */
export function holds(..._ids: [LineId | ClaimId, ...(LineId | ClaimId)[]]): void {}
