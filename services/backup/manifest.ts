/** What a backup says of itself: written last, read first. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A sentence for the operator: nothing was changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const written = z.object({ bytes: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
/** A file of the backup as it lies there. */
export type Written = z.output<typeof written>;

const manifestSchema = z.object({
  format: z.literal(1),
  /** The moment whose rows these are, by the clock of the database. */
  takenAt: z.iso.datetime({ offset: true }),
  /** The schema of the rows: the migrations that had been applied, in order. */
  migrations: z.array(z.string()).min(1),
  /** In the order in which they can be filled: what others refer to comes first. */
  tables: z.array(written.extend({ name: z.string().regex(/^[a-z_]+$/), rows: z.int().nonnegative() })),
  objects: z.object({ count: z.int().nonnegative(), bytes: z.int().nonnegative(), list: written }),
  /** The names of the ring's keys that people's own keys are wrapped by, each with one of those: ciphertext. */
  keys: z.array(z.object({ id: z.string(), people: z.int(), owner: z.string(), wrapped: z.base64() })),
});
export type Manifest = z.output<typeof manifestSchema>;

const NAME = 'manifest.json';

/** Writes it, with its own sum: a backup without one was never finished. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ ...manifest, sum: sumOf(manifest) }, null, 2);
  await writeFile(join(folder, NAME), `${text}\n`, { mode: 0o600, flush: true });
}

/**
 * @returns what the backup in this folder says of itself
 * @throws BackupRefused when it was never finished, was changed, or is of another format
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => null);
  if (text === null)
    throw new BackupRefused(`There is no finished backup in ${folder}: it has no ${NAME}, which is written last.`);
  const { sum, ...said } = parsed(text);
  const result = manifestSchema.safeParse(said);
  if (!result.success || sum !== sumOf(said))
    throw new BackupRefused(
      `The ${NAME} in ${folder} is torn, was changed, or is of a format that this version does not know.`,
    );
  return result.data;
}

function parsed(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

function sumOf(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
