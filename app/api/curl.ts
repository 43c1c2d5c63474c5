/** How a call is made from a shell. The reference shows it, and a test runs it. */
import { EXAMPLES } from './examples.ts';
import type { Operation } from './operation.ts';

/** The name of a file that stands for whatever is sent or fetched. */
const FILE = 'sea.png';

/**
 * @param origin how people reach us
 * @returns a command for any POSIX shell; what is written $LIKE_THIS in it is set before
 */
export function curlExample(operation: Operation, origin: string): string {
  const { id, method, auth, creates, body, form, path } = operation;
  const { query = {}, headers = {}, ...example } = EXAMPLES[id] ?? {};
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const address = `${origin}/api${withVariables(path)}${search.length > 0 ? `?${search.join('&')}` : ''}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`];
  const header = (name: string, value: string) => lines.push(`-H "${name}: ${value}"`);
  // Logging out takes one as well, and ends it.
  if (auth !== 'none' || id === 'logout') header('Authorization', 'Bearer $TOKEN');
  for (const [name, value] of Object.entries(headers)) header(name, value);
  if (creates) header('Idempotency-Key', '$KEY');
  for (const [name, value] of Object.entries(example.form ?? {})) lines.push(`-F "${name}=${value}"`);
  if (form) lines.push(`-F "file=@${FILE}"`);
  if (auth === 'reader') lines.push(`-o ${FILE}`);
  if (!body) return lines.join(' \\\n  ');
  header('Content-Type', 'application/json');
  return `${[...lines, '-d @- <<END'].join(' \\\n  ')}\n${JSON.stringify(example.body, null, 2)}\nEND`;
}

/** `/content/{id}` becomes `/content/$CONTENT_ID`, and `{file_id}` becomes `$FILE_ID`. */
function withVariables(path: string): string {
  return path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, before: string, name: string) => {
    const variable = name === 'id' ? `${before.replace(/s$/, '')}_id` : name;
    return `${before}/$${variable.replaceAll('-', '_').toUpperCase()}`;
  });
}
