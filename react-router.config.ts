import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // A dozen addresses: all known at once, nothing to be discovered on the way.
  routeDiscovery: { mode: 'initial' },
  // app/middleware/same-origin.ts decides, for every address. The check built in compares with the address as this
  // process sees it, and behind a proxy that speaks https for us it would refuse our own forms.
  allowedActionOrigins: ['**'],
} satisfies Config;
