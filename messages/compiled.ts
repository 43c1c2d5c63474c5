import type { CompiledMessage } from 'icu-minify/format';

/** The compiled messages of a catalogue without their ids. A list is a group with a length, because an array is a message. */
export type CompiledTree = CompiledMessage | CompiledGroup;
interface CompiledGroup {
  readonly [key: string]: CompiledTree | number;
}

/**
 * Builds a catalogue in the browser. The ids follow from the keys, so that no script contains them.
 * @param id the name of the catalogue, the first part of each id
 */
export function fromCompiled(id: string, tree: CompiledTree): unknown {
  if (typeof tree !== 'object' || Array.isArray(tree)) return { id, compiled: tree };
  const { length, ...group } = tree as CompiledGroup;
  const parts = Object.entries(group).map(([key, part]) => [key, fromCompiled(`${id}.${key}`, part as CompiledTree)]);
  const messages = Object.fromEntries(parts);
  return length === undefined ? messages : Array.from({ ...messages, length: length as number });
}
