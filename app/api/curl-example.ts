/** The command that runs the example of a call. Tests run each. */
import { EXAMPLES } from './examples.ts';
import type { Operation } from './operation.ts';

/** The file that the commands send and write. */
const FILE = 'sea.png';

/**
 * @param origin the public origin, such as https://stillhere.example
 * @returns a curl command for any POSIX shell; its variables, $LIKE_THIS, are set before
 */
export function curlExample(operation: Operation, origin: string): string {
  const { id, method, auth, takesKey, body, form, filePart, path } = operation;
  const { query = {}, headers = {}, ...example } = EXAMPLES[id] ?? {};
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const address = `${origin}/api${withVariables(path)}${search.length > 0 ? `?${search.join('&')}` : ''}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`];
  const header = (name: string, value: string) => lines.push(`-H "${name}: ${value}"`);
  // Signing out needs no token, but without one it does nothing.
  if (auth !== 'none' || id === 'logout') header('Authorization', 'Bearer $TOKEN');
  for (const [name, value] of Object.entries(headers)) header(name, value);
  if (takesKey) header('Idempotency-Key', '$KEY');
  for (const [name, value] of Object.entries(example.form ?? {})) lines.push(`-F "${name}=${value}"`);
  const files = example.files ?? (form ? { [filePart]: FILE } : {});
  for (const [name, file] of Object.entries(files)) lines.push(`-F "${name}=@${file}"`);
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

/** @returns a shell script that checks in; $TOKEN is set before */
export function cronExample(address: string): string {
  return `curl -X POST --fail --retry 10 "${address}/emergency/check-in" \\
  -H "Authorization: Bearer $TOKEN"`;
}

/**
 * @returns an action for Home Assistant that checks in
 * @see https://www.home-assistant.io/integrations/rest_command/
 */
export function homeAssistantExample(address: string): string {
  return `rest_command:
  stillhere_check_in:
    url: ${address}/emergency/check-in
    method: post
    headers:
      authorization: !secret stillhere_token`;
}
