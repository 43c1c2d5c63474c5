import { inMegabytes } from '#domain/content/content.ts';
import { numberFormat } from './formatters.ts';

/** @returns "4.10 MB", with the decimal mark of the language */
export function sayMegabytes(bytes: number): string {
  const mark = numberFormat()
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value;
  return inMegabytes(bytes).replace('.', mark ?? '.');
}
