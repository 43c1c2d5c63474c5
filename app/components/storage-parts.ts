import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';

/** Sizes are told in hundredths of a megabyte. */
const STEP = MEGABYTE / 100;
const words = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Sizes as they are told beside each other: so rounded that they add up to their total as it is told, and that nothing
 * which is there reads as nothing.
 * @param sizes bytes, each more than none
 * @returns hundredths of a megabyte: of each, and of all together
 */
export function roundedTogether(sizes: readonly number[]): { parts: number[]; total: number } {
  const exact = sizes.map((bytes) => bytes / STEP);
  const total = Math.max(sizes.length, Math.round(exact.reduce((sum, one) => sum + one, 0)));
  const parts = exact.map((one) => Math.max(1, Math.floor(one)));
  let missing = total - parts.reduce((sum, one) => sum + one, 0);
  // What is missing goes where most was cut off; what is too much comes from where most was added or least cut off.
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
  return `${words.format(hundredths / 100)} MB`;
}

/** @returns what a plan holds, as it is sold: "50 MB", "10 GB" */
export function soldStorage(bytes: number): string {
  return bytes >= GIGABYTE ? `${bytes / GIGABYTE} GB` : `${bytes / MEGABYTE} MB`;
}
