/** Random access to a file, wherever it is stored. */
export interface RangeReader {
  /** In bytes. */
  size: number;
  /**
   * @param start offset in bytes
   * @param length in bytes; not beyond the end
   * @returns exactly `length` bytes
   */
  read(start: number, length: number): Promise<Buffer>;
}

const BLOCK_BYTES = 1024 * 1024;
const BLOCKS_CACHED = 6;

/** Reads whole megabytes and caches the last few: films are read in small steps, often at both ends in turn. */
export function inBlocks(reader: RangeReader): RangeReader {
  const blocks = new Map<number, Promise<Buffer>>();
  const blockAt = (index: number) => {
    const start = index * BLOCK_BYTES;
    const block = blocks.get(index) ?? reader.read(start, Math.min(BLOCK_BYTES, reader.size - start));
    // Least recently used first.
    blocks.delete(index);
    blocks.set(index, block);
    for (const oldest of blocks.keys()) {
      if (blocks.size <= BLOCKS_CACHED) break;
      blocks.delete(oldest);
    }
    return block;
  };
  return {
    size: reader.size,
    async read(start, length) {
      const parts: Buffer[] = [];
      for (let at = start; at < start + length; ) {
        const index = Math.floor(at / BLOCK_BYTES);
        const block = await blockAt(index);
        const part = block.subarray(at - index * BLOCK_BYTES, start + length - index * BLOCK_BYTES);
        if (part.length === 0) throw new Error('Read beyond the end of the file.');
        parts.push(part);
        at += part.length;
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    },
  };
}
