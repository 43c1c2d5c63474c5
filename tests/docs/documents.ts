import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A document for engineers or operators. */
export interface Document {
  /** From the root of the repository. */
  path: string;
  text: string;
}

/** README, CONTRIBUTING, SECURITY and docs/*.md. The decisions are not among them: they describe their own time. */
export const DOCUMENTS: readonly Document[] = globSync(['*.md', 'docs/*.md'], { cwd: ROOT })
  .sort()
  .map((path) => ({ path, text: readFileSync(resolve(ROOT, path), 'utf8') }));

/** @returns the document at this path */
export function documentAt(path: string): Document {
  const found = DOCUMENTS.find((one) => one.path === path);
  if (!found) throw new Error(`There is no document ${path}.`);
  return found;
}

/** @returns everything outside fenced blocks */
export function withoutFences({ text }: Document): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}
