/** Builds open.html: one file with its script and style in it, and no address of any other. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const FOLDER = import.meta.dirname;
/** The server imports the page by this name. */
const MODULE = 'virtual:open-page';

/** @returns a script of this folder with all that it imports, as a browser runs it */
export async function buildScript(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    resolve: { alias: { '#messages': join(FOLDER, '../../messages'), '#domain': join(FOLDER, '../../domain') } },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: join(FOLDER, name), formats: ['iife'], name: 'stillhere' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`${name} was not built.`);
  return output.output[0].code;
}

/** @returns open.html; the same bytes for the same sources */
export async function buildOpenPage(): Promise<string> {
  // "</script" ends the script, also inside of a string.
  const script = (await buildScript('open-page.ts')).trim().replaceAll('</script', '<\\/script');
  const style = readFileSync(join(FOLDER, 'open-page.css'), 'utf8').trim();
  const parts: Record<string, string> = {
    SCRIPT_HASH: hashOf(script),
    STYLE_HASH: hashOf(style),
    '/* STYLE */': style,
    '/* SCRIPT */': script,
  };
  const page = readFileSync(join(FOLDER, 'open-page.html'), 'utf8');
  return page.replace(/(?:SCRIPT|STYLE)_HASH|\/\* (?:SCRIPT|STYLE) \*\//g, (part) => parts[part] ?? '');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Gives the server the page as a module. */
export function openPage(): Plugin {
  return {
    name: 'open-page',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      return id === `\0${MODULE}` ? `export default ${JSON.stringify(await buildOpenPage())};` : null;
    },
  };
}
