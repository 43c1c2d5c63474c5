/** Reads and checks records as a stranger would: with the program that people get, and SQL of a database administrator. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { record } from '#services/append-record.ts';
import { exportRecord } from '#services/record/export.ts';

const PROGRAM = resolve(import.meta.dirname, '../../tools/verify-record.mjs');

/** Runs the program on an export. */
export function verify(text: string, ...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { input: text, encoding: 'utf8' });
  return { code: status, said: (stdout + stderr).trim() };
}

/** @returns an account's export */
export async function exported(orm: MikroORM, accountId: string): Promise<string> {
  let text = '';
  for await (const part of exportRecord(orm.em.fork(), accountId)) text += part;
  return text;
}

/** Appends events in one transaction. */
export function happen(orm: MikroORM, accountId: string, ...kinds: Parameters<typeof record>[2][]): Promise<void> {
  return orm.em.fork().transactional(async (tx) => {
    for (const kind of kinds) record(tx, accountId, kind, { n: 1 });
  });
}

/** The canonical JSON of an entry, written out here: another program must come to the same hash. */
export function hashByHand(entry: { seq: number; at: string; kind: string; data: string; prev: string }): string {
  const { seq, at, kind, data, prev } = entry;
  const text = `{"at":"${at}","data":${data},"kind":"${kind}","prev":"${prev}","seq":${seq}}`;
  return createHash('sha256').update(text).digest('hex');
}
