/** Uploads of parcels, as programs make them. Screenshots use this, too. */
import type { Client } from '#tests/api/client.ts';
import type { TestParcel } from './make.ts';

export type Parts = Partial<Record<'file' | 'meta' | 'key' | 'share', Uint8Array>>;
export const partsOf = ({ content, meta, key, shares }: TestParcel): Parts => ({
  file: content,
  meta,
  key,
  share: shares.s,
});

export function formOf(parts: Parts, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ sealed: 'true', ...fields })) form.append(name, value);
  for (const [name, bytes] of Object.entries(parts))
    form.append(name, new Blob([new Uint8Array(bytes)]), `${name}.age`);
  return form;
}

export interface Item {
  id: string;
  file_id: string;
  metadata: { size: number };
}

export async function upload(
  owner: Pick<Client, 'call'>,
  of: TestParcel,
  fields: Record<string, string> = {},
): Promise<Item> {
  const { status, body } = await owner.call<Item>('POST /content/upload-file', { form: formOf(partsOf(of), fields) });
  if (status !== 201) throw new Error(`The parcel was not saved: ${status}`);
  return body;
}
