/** Variables as they are given: each by its name, or as the path of a file. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/**
 * Reads variables. Each NAME may be given as NAME_FILE instead, the path of a file whose trimmed content is the value: the
 * environment of a process can be read by each user who may inspect it, and is inherited. An empty variable counts as not set.
 * @param source the variables by name
 * @returns the parsed variables, and the text of those that are set
 * @throws Error naming each variable that is missing or wrong; never with a value or a path, which may be a mistaken value
 */
export function readVariables<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  source: NodeJS.ProcessEnv,
): { parsed: z.output<z.ZodObject<Shape>>; given: NodeJS.ProcessEnv } {
  const given = { ...source };
  const wrong: string[] = [];
  for (const name of Object.keys(schema.shape)) {
    const path = source[`${name}_FILE`];
    if (!path) continue;
    if (source[name]) wrong.push(`${name}: ${name}_FILE is set as well. Set one of them`);
    else given[name] = contentOf(name, path, wrong);
  }
  const result = schema.safeParse(given);
  if (result.success && wrong.length === 0) return { parsed: result.data, given };
  const invalid = result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const named = new Set(wrong.map(nameIn));
  const lines = [...wrong, ...invalid.filter((line) => !named.has(nameIn(line)))];
  throw new Error(
    `The environment is not complete:\n  ${lines.join('\n  ')}\nSee .env.example for what each variable means.`,
  );
}

const nameIn = (line: string) => line.split(':', 1)[0];

function contentOf(name: string, path: string, wrong: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    wrong.push(`${name}: the file that ${name}_FILE names cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return undefined;
  }
}
