/** A box of MP4 or HEIF: where its content begins and ends. */
export interface Box {
  type: string;
  start: number;
  end: number;
}

/** @returns the boxes between two places, as far as they make sense */
export function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > to) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size });
    at += size;
  }
  return boxes;
}
