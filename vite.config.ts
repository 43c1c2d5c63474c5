import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** What every page loads, and what is so small and so often used that a file of its own would cost more. */
const BASE = [
  /node_modules\/(react|react-dom|scheduler|react-router)\//,
  /app\/(root|entry\.client|routes\/signed-in)\.tsx/,
  /components\/(logo|toasts|glyphs|error-page|navigation|not-loaded|dates|type-badge|plan-notice|first-words)\.tsx?/,
  /components\/(empty-shelf|letter-box)-drawing\.tsx/,
  /domain\/(content\/content|subscription\/plan|time\/(zone|written))\.ts/,
];

/**
 * Scripts that travel in one file, since small ones pack badly. Each takes along whatever it imports that none before it
 * has: a part that other pages use alone needs a line of its own above.
 */
const TOGETHER = [
  { name: 'base', test: (id: string) => BASE.some((part) => part.test(id)) },
  { name: 'shelf', test: /components\/(thumbnail|keep)\./ },
  { name: 'delivery', test: /components\/delivery\/(item|state|failed-acts|address-question)\./ },
  { name: 'form', test: /vite\/preload-helper|components\/(use-form|field|form-errors)\./ },
  { name: 'question', test: /components\/(answer|ask|content\/deliveries|dialog-focus)\./ },
  { name: 'delete-delivery', test: /components\/delivery\/delete-question\./ },
  { name: 'schedule', test: /components\/delivery\/(lists|schedule-form)\./ },
  { name: 'lamp', test: /components\/lamp-drawing\./ },
  { name: 'emergency', test: /components\/emergency\/(?!switch-page)/ },
  { name: 'content-body', test: /components\/content\/body\./ },
  { name: 'content-detail', test: /components\/content\/detail\./ },
];

/**
 * Functions whose calls the minifier may drop where nothing uses what they give: advice for developers, and what React
 * does for <ViewTransition> and for references to fragments, which no page has. A name that is no more drops nothing.
 */
const DROPPED = [
  'warning',
  'warnOnce',
  'warningOnce',
  'applyViewTransitionName',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'measureNestedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreViewTransitionName',
  'restoreViewTransitionOnHostInstances',
  'scheduleViewTransitionEvent',
  'trackEnterViewTransitions',
  'commitFragmentInstanceDeletionEffects',
  'commitFragmentInstanceInsertionEffects',
  'commitNewChildToFragmentInstances',
];

export default defineConfig({
  plugins: [reactRouter(), leaveOutUnused()],
  build: { target: 'baseline-widely-available', assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: TOGETHER },
            minify: { compress: { treeshake: { manualPureFunctions: DROPPED } }, mangle: true, codegen: true },
          },
        },
      },
    },
    // The web process itself is the entry of the server build: everything of ours is bundled once, so that no entity
    // and no context exists twice.
    ssr: { build: { rolldownOptions: { input: './app/server.ts' } } },
  },
});

/** Features of the router that are off here, by file: what is found there becomes what stands beside it. */
const UNUSED: Record<string, [string, string][]> = {
  'react-router/dist/production/lib/router/router.js': [
    // Nobody instruments the router in the browser.
    ['init.instrumentations', 'undefined'],
    ['consumeInstrumentationClientResultMetaReceiver(router)', 'undefined'],
    ['if (opts?.instrumentationNavigateMetaReceiver) {', 'if (false) {'],
    // Addresses are matched as they always were.
    ['if (future.unstable_routePatternMatching) {', 'if (false) {'],
    // No page fades into another.
    ['restoreAppliedTransitions(routerWindow, appliedViewTransitions);', ''],
    ['() => persistAppliedTransitions(routerWindow, appliedViewTransitions)', '() => {}'],
    ['let priorPaths = appliedViewTransitions.get(state.location.pathname);', 'let priorPaths;'],
    ['} else if (pendingViewTransitionEnabled) {', '} else if (false) {'],
    ['else if (appliedViewTransitions.has(location.pathname))', 'else if (false)'],
    ['if (priorPaths && priorPaths.has(location.pathname))', 'if (false)'],
    // All addresses are known at once (react-router.config.ts), so none are discovered.
    ['init.patchRoutesOnNavigation', 'undefined'],
    ['fogOfWar.active && fogOfWar.matches', 'false'],
    ['if (isFogOfWar) {', 'if (false) {'],
    ['if (loadMatch.isDiscovering) {', 'if (false) {'],
    // Routes are not exchanged on a page that stands, and what comes later of one comes by its parts.
    ['\t\tpatchRoutes,\n', ''],
    ['\t\t_internalSetRoutes,\n', ''],
    ['if (typeof route.lazy === "function") {', 'if (false) {'],
    // All data comes from our server, and no middleware is in between.
    ['init.dataStrategy || defaultDataStrategyWithMiddleware', 'init.dataStrategy'],
    [
      'return runMiddlewarePipeline(args, handler, (r) => {',
      'return handler(); return runMiddlewarePipeline(args, handler, (r) => {',
    ],
    // What is sent is a form.
    ['if (opts.body !== void 0) {', 'if (false) {'],
    ['if (opts.formData) {', 'if (true) {'],
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
    // Otherwise a router that nobody has stays for the sake of its name.
    ['HistoryRouter.displayName = "unstable_HistoryRouter";', ''],
  ],
  'react-router/dist/production/lib/components.js': [
    ['if (!viewTransitionOpts || !isViewTransitionAvailable) {', 'if (true) {'],
    ['if (vtContext.isTransitioning && !vtContext.flushSync)', 'if (false)'],
    ['if (renderDfd && pendingState && router.window) {', 'if (false) {'],
    ['if (renderDfd && pendingState && state.location.key', 'if (false && state.location.key'],
    ['if (!vtContext.isTransitioning && interruption) {', 'if (false) {'],
  ],
  'react-router/dist/production/lib/hooks.js': [
    // Pages are not components of the server, and their routes are those of app/routes.ts, the first with an error page.
    ['if (this.context) return', 'if (false) return'],
    ['if (this.context && typeof error', 'if (false && typeof error'],
    ['if (locationArg) {', 'if (false) {'],
    ['if (locationArg && renderedMatches)', 'if (false)'],
    ['match.route.errorElement || defaultErrorElement', 'match.route.errorElement'],
  ],
  'react-router/dist/production/lib/dom/ssr/components.js': [
    // What the server alone writes, so that the browser finds it: the scripts, and styles in pages under development.
    ['let contextScript = staticContext ?', 'let contextScript = false ?'],
    ['!isStatic ? " "', 'true ? " "'],
    ['typeof manifest.sri === "object" ?', 'false ?'],
    ['typeof criticalCss === "string" ?', 'false ?'],
    ['typeof criticalCss === "object" ?', 'false ?'],
    ['isPageLinkDescriptor(link) ?', 'false ?'],
    ['if ("script:ld+json" in metaProps) try {', 'if (false) try {'],
  ],
  'react-router/dist/production/lib/dom-export/hydrated-router.js': [
    ['if (window.__reactRouterManifest.sri === true) {', 'if (false) {'],
    ['if (ssrInfo.context.isSpaMode) {', 'if (false) {'],
    ['router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;', ''],
  ],
  // No route loads in the browser.
  'react-router/dist/production/lib/dom/ssr/routes.js': [
    ['if (!routeModule.clientLoader) return', 'return'],
    ['if (!route.hasClientLoader) ', ''],
    ['route.hasClientLoader ?', 'false ?'],
    ['route.hasClientMiddleware ?', 'false ?'],
    ['return isSpaMode && routeId !== "root" || clientLoader != null &&', 'return false &&'],
    ['if (isSpaMode) throw', 'if (false) throw'],
    ['if (!ssr && manifestRoute', 'if (false && manifestRoute'],
    ['if (needsRevalidation) return', 'if (false) return'],
  ],
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': [
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr)) return;', 'return;'],
    ['if (!isFogOfWarEnabled(routeDiscovery, ssr) || ', 'return; if ('],
  ],
};

/** How our own files would ask for what is left out. */
const WANTED =
  /\bclient(Loader|Middleware)\b|\buseRoutes\b|<Routes\b|\bPrefetchPageLinks\b|\bprefetch=|[vV]iewTransition|<Fragment[^>]* ref=|encType[=:]\s*\W+(text\/plain|application\/json)|script:ld\+json/;

/**
 * Tells the minifier what it cannot see: that these features are never on. Eight kilobytes on every page, of the hundred
 * that a first visit may cost. A router that looks different stops the build, rather than growing back unnoticed, and so
 * does a file of ours that uses one of them.
 */
function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const wanted = /^(?!.*node_modules).*\/app\//.test(id) && WANTED.exec(code)?.[0];
      if (wanted)
        throw new Error(`${id} uses "${wanted}", which vite.config.ts leaves out: adapt UNUSED and DROPPED there.`);
      const file = Object.keys(UNUSED).find((name) => id.endsWith(name));
      return UNUSED[file ?? '']?.reduce((source, [found, instead]) => {
        if (!source.includes(found))
          throw new Error(`${file} does not contain "${found}": adapt UNUSED in vite.config.ts.`);
        return source.replaceAll(found, instead);
      }, code);
    },
  };
}
