/**
 * The worker with React's production build, as production has it: NODE_ENV chooses the build when React is loaded, and the
 * other one renders mails at a third of the pace. The rest of production cannot run here: it refuses vendors without https.
 */
import { env } from 'node:process';

const before = env.NODE_ENV;
env.NODE_ENV = 'production';
await import('react-dom/server');
env.NODE_ENV = before;
await import('#worker/main.ts');
