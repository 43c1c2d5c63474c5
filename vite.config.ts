import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { compileMessagesForBrowser } from './messages/compile-for-browser.ts';

/** A module of so many pages is in the file that all of them load: by itself it compresses badly, and is one more request. */
const COMMON_TO_PAGES = 20;

export default defineConfig({
  plugins: [compileMessagesForBrowser(), reactRouter()],
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'common', minShareCount: COMMON_TO_PAGES }] } },
        },
      },
    },
    // The web process itself is the entry of the server build: everything of ours is bundled once, so that no entity and
    // no context exists twice.
    ssr: { build: { rolldownOptions: { input: './app/server.ts' } } },
  },
  worker: { format: 'es' },
});
