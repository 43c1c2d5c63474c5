/** One line of the table; seconds. */
export interface Row {
  what: string;
  size: number;
  p50: number;
  p99: number;
  last: number;
  /** Messages that never arrived, and copies. */
  lost: number;
  doubled: number;
  /** `last` against the engine's own floor of the same size in this run. */
  ratio: number | null;
}

/** @returns the value below which the given share of the sorted numbers lies */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Prints the rows so far. */
export function show(rows: readonly Row[]): void {
  const lines = rows.map(({ what, size, p50, p99, last, lost, doubled, ratio }) => ({
    what,
    'due at once': size,
    'p50 s': p50.toFixed(2),
    'p99 s': p99.toFixed(2),
    'last s': last.toFixed(2),
    lost,
    doubled,
    'last / floor': ratio === null ? '' : ratio.toFixed(2),
  }));
  console.table(lines);
}
