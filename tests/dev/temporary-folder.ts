import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** @returns an empty folder, which is deleted when the test has finished */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
