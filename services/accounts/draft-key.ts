import { hkdfSync } from 'node:crypto';
import type { Context } from '#services/context.ts';
import { personKey } from './person-key.ts';

const SLOT_BYTES = 12;
const KEY_BYTES = 32;

/** Where the drafts of one person are in a browser, and what opens them; both are base64url. */
export interface DraftKey {
  /** Tells them from another person's, and says nothing of whose they are. */
  slot: string;
  /** 256 bits, for AES-GCM in the browser. */
  key: string;
}

/**
 * What a page seals unsaved letters with in the browser of whoever writes them: only that person's pages are given it, so
 * that a session that ends takes nothing away, and leaves nothing to be read. It goes with the person's key.
 * @throws AppError not-found when there is no such account
 */
export async function draftKey(context: Context, ownerId: string): Promise<DraftKey> {
  const bytes = hkdfSync(
    'sha256',
    await personKey(context, ownerId),
    Buffer.alloc(0),
    `stillhere/drafts/${ownerId}`,
    SLOT_BYTES + KEY_BYTES,
  );
  const made = Buffer.from(bytes);
  return {
    slot: made.subarray(0, SLOT_BYTES).toString('base64url'),
    key: made.subarray(SLOT_BYTES).toString('base64url'),
  };
}
