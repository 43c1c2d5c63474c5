import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';
import { numberFormat } from '#messages/formatters.ts';

/** Sizes are shown in hundredths of a megabyte. */
const STEP = MEGABYTE / 100;
const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/**
 * Rounds sizes that are shown beside each other: they add up to their total, and none is shown as 0.
 * @param sizes bytes, each more than 0
 * @returns hundredths of a megabyte: of each, and of all together
 */
export function roundedTogether(sizes: readonly number[]): { parts: number[]; total: number } {
  const exact = sizes.map((bytes) => bytes / STEP);
  const total = Math.max(sizes.length, Math.round(exact.reduce((sum, one) => sum + one, 0)));
  const parts = exact.map((one) => Math.max(1, Math.floor(one)));
  let missing = total - parts.reduce((sum, one) => sum + one, 0);
  // Add what is missing where rounding took most; take what is too much where rounding added most.
  for (const step = Math.sign(missing); missing !== 0; missing -= step) {
    const gap = (index: number) => step * ((exact[index] ?? 0) - (parts[index] ?? 0));
    const [most = 0] = [...parts.keys()]
      .filter((index) => step > 0 || (parts[index] ?? 0) > 1)
      .sort((a, b) => gap(b) - gap(a));
    parts[most] = (parts[most] ?? 0) + step;
  }
  return { parts, total };
}

/** @returns bytes in the unit of `roundedTogether` */
export function inHundredths(bytes: number): number {
  return Math.round(bytes / STEP);
}

/** @returns "1,240.05 MB" for 124005 */
export function megabytesOf(hundredths: number): string {
  return `${numberFormat(DECIMALS).format(hundredths / 100)} MB`;
}

/** @returns the storage of a plan: "50 MB", "10 GB" */
export function soldStorage(bytes: number): string {
  return bytes >= GIGABYTE ? `${bytes / GIGABYTE} GB` : `${bytes / MEGABYTE} MB`;
}
