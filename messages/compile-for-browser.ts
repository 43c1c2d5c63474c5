import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Message } from './catalogue.ts';
import type { CompiledTree } from './compiled.ts';

const CATALOGUES = /\/messages\/en\/[^/]+\.ts$/;

type Messages = Message | readonly Message[] | { readonly [key: string]: Messages };

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
      const catalogues: Record<string, Messages> = await import(`${pathToFileURL(path)}?${Date.now()}`);
      // Pure: what no page of the browser uses is left out.
      const exported = Object.entries(catalogues).map(
        ([name, messages]) =>
          `export const ${name} = /* @__PURE__ */ fromCompiled(${JSON.stringify(catalogueName(messages))}, ${JSON.stringify(withoutIds(messages))});`,
      );
      return [`import { fromCompiled } from '#messages/compiled.ts';`, ...exported].join('\n');
    },
  };
}

/** @returns the first part of the ids */
function catalogueName(messages: Messages): string {
  if (isMessage(messages)) return messages.id.split('.')[0] ?? '';
  const [first] = Object.values(messages);
  return first ? catalogueName(first) : '';
}

function withoutIds(messages: Messages): CompiledTree {
  if (isMessage(messages)) return messages.compiled;
  const parts = Object.entries(messages).map(([key, part]) => [key, withoutIds(part)]);
  return { ...Object.fromEntries(parts), ...(Array.isArray(messages) && { length: messages.length }) };
}

function isMessage(messages: Messages): messages is Message {
  return 'compiled' in messages;
}
