/**
 * The worker with React's production build, as production has it: NODE_ENV chooses the build when React is loaded, and the
 * other one renders mails at a third of the pace. The rest of production cannot run here: it refuses vendors without https.
 */
const before = process.env.NODE_ENV;
process.env.NODE_ENV = 'production';
await import('react-dom/server');
process.env.NODE_ENV = before;
await import('#worker/main.ts');
