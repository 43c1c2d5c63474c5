/**
 * The tree under a daily root, as RFC 6962 builds it: a leaf is SHA-256 over 0x00 and the hash of an account's newest entry, a
 * node is SHA-256 over 0x01 and the two below it.
 * @see https://www.rfc-editor.org/rfc/rfc6962#section-2.1
 */
import { createHash } from 'node:crypto';

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** A step of a proof: `L` or `R` says on which side the other hash is, in hexadecimal. */
export type Step = `${'L' | 'R'}${string}`;

/** @param head the hash of an account's newest entry */
export function leafOf(head: Buffer): Buffer {
  return sha256(LEAF, head);
}

/** @returns the root of a tree; for no leaves the hash of nothing */
export function rootOf(nodes: readonly Buffer[]): Buffer {
  if (nodes.length <= 1) return nodes[0] ?? sha256();
  const half = halfOf(nodes.length);
  return sha256(NODE, rootOf(nodes.slice(0, half)), rootOf(nodes.slice(half)));
}

/** @returns the hashes that lead from one node to the root, from the bottom */
export function pathOf(nodes: readonly Buffer[], index: number): Step[] {
  if (nodes.length <= 1) return [];
  const half = halfOf(nodes.length);
  const [left, right] = [nodes.slice(0, half), nodes.slice(half)];
  return index < half
    ? [...pathOf(left, index), `R${rootOf(right).toString('hex')}`]
    : [...pathOf(right, index - half), `L${rootOf(left).toString('hex')}`];
}

/** @returns the largest power of two below a length of two or more */
function halfOf(length: number): number {
  return 2 ** Math.floor(Math.log2(length - 1));
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
