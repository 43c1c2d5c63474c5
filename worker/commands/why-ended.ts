import { BackupRefused } from '#services/backup/manifest.ts';

/**
 * Says why a command ended, where the reason is its input, a disk, a network, a database or a store.
 * @returns one sentence for operators
 * @throws the error itself where it is our bug: its stack helps then
 */
export function whyEnded(error: unknown): string {
  if (error instanceof BackupRefused) return error.message;
  const { code, message, $metadata } = error as { code?: unknown; message?: string; $metadata?: unknown };
  if (typeof code !== 'string' && $metadata === undefined) throw error;
  // Lines after the first can repeat a row. Of several addresses that did not answer there is only a code.
  return `It ended in the middle: ${message?.split('\n', 1)[0] || code}.`;
}
