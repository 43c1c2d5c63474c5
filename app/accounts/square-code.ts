import { encode } from 'uqr';

/** A square code as it is drawn: the edge of its box, and a path of its dark fields. */
export interface SquareCode {
  size: number;
  ink: string;
}

/** @returns the square code of a text. Drawn here, so that no page loads the program for it */
export function squareCode(text: string): SquareCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const ink = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, ink };
}
