import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** What every page loads: one file of it packs smaller than ten. */
const ON_EVERY_PAGE =
  /node_modules\/(react|react-dom|scheduler|react-router)\/|app\/(root|entry\.client|components\/(logo|toasts|glyphs|error-page))\./;

export default defineConfig({
  plugins: [reactRouter(), leaveOutUnused()],
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: ON_EVERY_PAGE }] } } } },
    },
    // The web process itself is the entry of the server build: everything of ours is bundled once, so that no entity
    // and no context exists twice.
    ssr: { build: { rolldownOptions: { input: './app/server.ts' } } },
  },
});

/** Features of the router that are off here, by file: what is found there becomes what stands beside it. */
const UNUSED: Record<string, [string, string][]> = {
  // Nobody instruments the router in the browser.
  'react-router/dist/production/lib/router/router.js': [
    ['init.instrumentations', 'undefined'],
    ['consumeInstrumentationClientResultMetaReceiver(router)', 'undefined'],
  ],
  // All addresses are known at once (react-router.config.ts), so none are discovered.
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': [
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr) || ', 'return; if ('],
  ],
};

/**
 * Tells the minifier what it cannot see: that these features are never on. Two kilobytes on every page, of the hundred
 * that a first visit may cost. A router that looks different stops the build, rather than growing back unnoticed.
 */
function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const file = Object.keys(UNUSED).find((name) => id.endsWith(name));
      return UNUSED[file ?? '']?.reduce((source, [found, instead]) => {
        if (!source.includes(found))
          throw new Error(`${file} does not contain "${found}": adapt UNUSED in vite.config.ts.`);
        return source.replaceAll(found, instead);
      }, code);
    },
  };
}
