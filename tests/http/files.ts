/** Files as a browser sends them, and small ones that are what they say. */
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { Visitor } from './visitor.ts';

/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @returns bytes of no known content type, the same each time: random ones begin like a recording once in three thousand times */
export function shapelessBytes(length: number) {
  return createHash('shake256', { outputLength: length }).update('Stillhere').digest();
}

/** What is sent besides the file. */
export interface Picked {
  type: string;
  title?: string;
  name?: string;
  isPublic?: boolean;
}

/** Sends a file as the page's script does. */
export async function upload(person: Visitor, bytes: Uint8Array<ArrayBuffer>, picked: Picked): Promise<Response> {
  const { type, title = 'A title', name = 'file.bin', isPublic = false } = picked;
  const form = new FormData();
  form.append('title', title);
  form.append('type', type);
  if (isPublic) form.append('is_public', 'on');
  form.append('size', `${bytes.length}`);
  form.append('file', new Blob([bytes]), name);
  return sendForm(person, '/create/upload', form);
}

/** Sends a form with files in it from a page of ours. */
export function sendForm(person: Visitor, path: string, body: FormData): Promise<Response> {
  return person.send(path, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } });
}

/** @returns the id of the file that was kept */
export async function keptFile(response: Response): Promise<string> {
  const body = (await response.json()) as { content?: { file_id: string } };
  if (response.status !== 201 || !body.content) throw new Error(`${response.status}: ${JSON.stringify(body)}`);
  return body.content.file_id;
}

/**
 * Lets pages and archives of this test check every file: one that was not checked within five seconds counts as there, and
 * a busy machine is no reason for that.
 */
export function checkEveryFile(): void {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
}
