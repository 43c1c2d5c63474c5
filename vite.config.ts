import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { openPage } from './app/sealed/build-open-page.ts';
import { sealedScripts } from './app/sealed/build-scripts.ts';
import { compileMessagesForBrowser } from './messages/compile-for-browser.ts';

/** Small files compress badly, and each is one more request. A module is in the first of these files that takes it. */
const FILES = [
  // The frame of every page of a signed-in person, with React and the router.
  { name: 'frame', test: /[\\/]app[\\/](entry\.client|root|routes[\\/]signed-in)\.tsx/ },
  { name: 'forms', test: /[\\/]app[\\/]components[\\/](use-lazy-form|checked-form|form-buttons|field)\.tsx?/ },
  // A module that so many pages share. The browser never loads the static pages, which many routes share, too.
  {
    name: 'common',
    minShareCount: 9,
    test: /^(?!.*[\\/](static-pages|messages[\\/]en[\\/](static-pages|words)|http[\\/](errors|prove-first)|mails|domain[\\/](language|time[\\/]zone-names)|node_modules[\\/]zod)[\\/.])/,
  },
  // What writing a letter needs, with the drafts that the browser keeps; what /create needs beside it; what checks a form.
  { name: 'letter', test: /[\\/](form-state|letter-draft|seal-choice)\.tsx?/ },
  { name: 'create', test: /[\\/]app[\\/]routes[\\/]create\.tsx/ },
  { name: 'zod', test: /[\\/]node_modules[\\/](zod|@conform-to[\\/]zod)[\\/]/ },
  // Each page of the protocol, each list and each form of deliveries, loads all of its part.
  { name: 'emergency', test: /[\\/]components[\\/](lamp-drawing|emergency[\\/](pause-part|people|switch-question))/ },
  // Not with the forms: the page of one delivery has none. The drawing is where the list is empty.
  {
    name: 'delivery-list',
    test: /[\\/]app[\\/]components[\\/](empty-shelf-drawing|delivery[\\/](lists|item|state|address-question|failed-acts|delete-question))\.tsx/,
  },
  // Not with a delivery's form: a contact's has them, too.
  { name: 'form-answers', test: /[\\/]app[\\/]components[\\/](form-answers|enter-button)\.tsx/ },
  { name: 'delivery', test: /[\\/]components[\\/]delivery[\\/](form|schedule-form|channel-fields|when-fields)\.tsx/ },
  // The page of one contact has these, and nothing else of the profile.
  { name: 'contacts', test: /[\\/]messages[\\/]en[\\/]contacts\.ts/ },
  {
    name: 'profile',
    test: /[\\/]app[\\/]components[\\/](profile[\\/](?!tokens|passkeys|contact-ask)|theme-choice\.tsx)/,
  },
];

export default defineConfig({
  plugins: [compileMessagesForBrowser(), openPage(), sealedScripts(), reactRouter()],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    // A name to load in advance is a part of the page's first script, so only Zod is named, which is large.
    modulePreload: {
      resolveDependencies: (file, all) => (/zod-/.test(file) ? all.filter((one) => /zod-/.test(one)) : []),
    },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: FILES } } } } },
    // The web process itself is the entry of the server build: everything of ours is bundled once, so that no entity and
    // no context exists twice. So is React, as its production build: outside, NODE_ENV would choose a slower one.
    ssr: {
      build: { rolldownOptions: { input: './app/server.ts' } },
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: [/^react(-dom|-router)?$/, /^@(react-router|conform-to)\//] },
    },
  },
});
