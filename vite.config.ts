import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** What every page loads, and what is so small and so often used that a file of its own would cost more. */
const BASE = [
  /node_modules\/(react|react-dom|scheduler|react-router)\//,
  /app\/(root|entry\.client|routes\/signed-in)\.tsx/,
  /components\/(logo|toasts|glyphs|error-page|navigation|not-loaded|dates|type-badge)\.tsx?/,
  /components\/(empty-shelf|letter-box)-drawing\.tsx/,
  /domain\/(content\/content|subscription\/plan|time\/(zone|written))\.ts/,
];

/**
 * Scripts that travel in one file, since small ones pack badly. Each takes along whatever it imports that none before it
 * has: a part that other pages use alone needs a line of its own above.
 */
const TOGETHER = [
  { name: 'base', test: (id: string) => BASE.some((part) => part.test(id)) },
  { name: 'thumbnail', test: /components\/thumbnail\./ },
  { name: 'delivery', test: /components\/(delivery-(item|state)|failed-acts|address-question)\./ },
  { name: 'form', test: /vite\/preload-helper|components\/(use-form|field|form-errors)\./ },
  { name: 'question', test: /components\/(content-ask|content-deliveries|dialog-focus)\./ },
  { name: 'delete-delivery', test: /components\/delete-question\./ },
  { name: 'schedule', test: /components\/(delivery-lists|schedule-form)\./ },
  { name: 'lamp', test: /components\/lamp-drawing\./ },
  { name: 'emergency', test: /components\/emergency\/(?!switch-page)/ },
  { name: 'content-body', test: /components\/content-body\./ },
  { name: 'content-detail', test: /components\/content-detail\./ },
];

export default defineConfig({
  plugins: [reactRouter(), leaveOutUnused()],
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: TOGETHER } } } },
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
    ['\twarning(', '\tfalse && warning('],
    // Addresses are matched as they always were.
    ['if (future.unstable_routePatternMatching) {', 'if (false) {'],
    // No page fades into another.
    ['restoreAppliedTransitions(routerWindow, appliedViewTransitions);', ''],
    ['() => persistAppliedTransitions(routerWindow, appliedViewTransitions)', '() => {}'],
    ['let priorPaths = appliedViewTransitions.get(state.location.pathname);', 'let priorPaths;'],
    ['} else if (pendingViewTransitionEnabled) {', '} else if (false) {'],
    ['else if (appliedViewTransitions.has(location.pathname))', 'else if (false)'],
    ['if (priorPaths && priorPaths.has(location.pathname))', 'if (false)'],
  ],
  // There is one style sheet, and modules are not fetched ahead: nothing has to be there before a script that comes later.
  'vite/preload-helper.js': [['__VITE_IS_MODERN__ && deps', 'false && deps']],
  // No link fetches ahead what it leads to.
  'react-router/dist/production/lib/dom/lib.js': [
    ['let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);', ''],
    ['...prefetchHandlers,', ''],
    ['ref: mergeRefs(forwardedRef, prefetchRef),', 'ref: forwardedRef,'],
    ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
    ['routerNavigation != null && useViewTransitionState(path) && viewTransition === true', 'false'],
    ['\twarning(', '\tfalse && warning('],
  ],
  'react-router/dist/production/lib/components.js': [
    ['if (!viewTransitionOpts || !isViewTransitionAvailable) {', 'if (true) {'],
    ['\twarnOnce(', '\tfalse && warnOnce('],
    ['\twarning(', '\tfalse && warning('],
    ['if (vtContext.isTransitioning && !vtContext.flushSync)', 'if (false)'],
    ['if (renderDfd && pendingState && router.window) {', 'if (false) {'],
    ['if (renderDfd && pendingState && state.location.key', 'if (false && state.location.key'],
    ['if (!vtContext.isTransitioning && interruption) {', 'if (false) {'],
  ],
  // Nobody reads what it advises its developers.
  'react-router/dist/production/lib/router/utils.js': [['\twarning(', '\tfalse && warning(']],
  'react-router/dist/production/lib/dom/ssr/components.js': [['\twarnOnce(', '\tfalse && warnOnce(']],
  // All addresses are known at once (react-router.config.ts), so none are discovered.
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': [
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr) || ', 'return; if ('],
  ],
};

/**
 * Tells the minifier what it cannot see: that these features are never on. Three kilobytes on every page, of the hundred
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
