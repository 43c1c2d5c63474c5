/** C2SP's test vectors, by the reader of ours that opens parcels. @see https://c2sp.org/CCTV/age */
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import * as vectors from 'cctv-age';
import { describe, expect, test, vi } from 'vitest';
import { type AgeKey, openAge, sourceOf } from '#app/sealed/age-file.ts';
import { byBrowser, inScript } from '#app/sealed/chunk-cipher.ts';
import { ParcelFault } from '#app/sealed/parcel-fault.ts';

interface Vector {
  name: string;
  expect: string;
  payload: string | undefined;
  keys: AgeKey[];
  file: Buffer;
}

function readVector(name: string, bytes: Uint8Array): Vector | null {
  const vector = Buffer.from(bytes);
  const end = vector.indexOf('\n\n');
  const lines = vector.subarray(0, end).toString().split('\n');
  const fields = lines.map((line) => line.split(/: (.*)/s) as [string, string]);
  const fieldOf = (field: string) => fields.find(([key]) => key === field)?.[1];
  // No file of a parcel is in armour.
  if (fieldOf('armored')) return null;
  const keys = fields.flatMap(([key, value]): AgeKey[] => {
    if (key === 'identity') return [{ identity: value }];
    return key === 'passphrase' ? [{ passphrase: value }] : [];
  });
  const file = vector.subarray(end + 2);
  const plain = fieldOf('compressed') ? inflateSync(file) : file;
  return { name, expect: fieldOf('expect') ?? '', payload: fieldOf('payload'), keys, file: plain };
}

const VECTORS = Object.entries(vectors as Record<string, unknown>).flatMap(([name, bytes]) => {
  const vector = bytes instanceof Uint8Array ? readVector(name, bytes) : null;
  return vector ? [vector] : [];
});

/** @returns the hash of what it opens to, or why it does not */
async function outcomeOf({ file, keys }: Vector, cipher = inScript): Promise<string> {
  try {
    for (const key of keys.length > 0 ? keys : [{ passphrase: 'any' }]) {
      const opened = await openAge(sourceOf(file), key, cipher);
      if (!opened) continue;
      const hash = createHash('sha256');
      for await (const part of opened.stream()) hash.update(part);
      return hash.digest('hex');
    }
    return 'no match';
  } catch (error) {
    if (error instanceof ParcelFault) return error.kind;
    throw error;
  }
}

describe('C2SP has a vector', () => {
  test.each(VECTORS)('$name: $expect', async (vector) => {
    const expected = { success: vector.payload, 'no match': 'no match' }[vector.expect] ?? 'damaged';
    expect(await outcomeOf(vector)).toBe(expected);
    // Node has the cipher of browsers, too.
    expect(await outcomeOf(vector, byBrowser)).toBe(expected);
  });

  test('that is opened by the cipher of WebCrypto, where there is one', async () => {
    const used = vi.spyOn(crypto.subtle, 'decrypt');
    const vector = VECTORS.find(({ name }) => name === 'hybrid');
    await outcomeOf(vector as Vector, byBrowser);
    expect(used).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'ChaCha20-Poly1305' }),
      expect.anything(),
      expect.anything(),
    );
    used.mockRestore();
  });

  test('for a hundred cases', () => {
    expect(VECTORS.length).toBeGreaterThan(100);
  });
});
