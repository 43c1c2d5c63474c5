import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CATALOGUES = /\/messages\/en\/[^/]+\.ts$/;

/**
 * Vite: gives the browser compiled messages instead of a catalogue's source, so that no page loads the compiler.
 * @throws SyntaxError with the id, when a message is not valid
 */
export function compileMessagesForBrowser(): Plugin {
  return {
    name: 'compile-messages',
    applyToEnvironment: ({ name }) => name === 'client',
    async load(file) {
      const path = file.replace(/\?.*$/, '');
      if (!CATALOGUES.test(path)) return null;
      this.addWatchFile(path);
      // The time makes Node read it again after a change.
      const catalogues: Record<string, unknown> = await import(`${pathToFileURL(path)}?${Date.now()}`);
      return Object.entries(catalogues)
        .map(([name, messages]) => `export const ${name} = ${JSON.stringify(messages)};`)
        .join('\n');
    },
  };
}
