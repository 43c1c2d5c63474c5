import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

/** Where a build writes the bundle. */
export const BUNDLE_PATH = new URL('../build/workflows.js', import.meta.url);

/** @returns the workflows as one script for the engine's sandbox */
export function bundleWorkflows(): Promise<{ code: string }> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
    // Otherwise the bundle holds the folder that it was built in, and two builds of one version differ.
    webpackConfigHook: (config) => ({
      ...config,
      output: { ...config.output, filename: 'workflows.js', devtoolModuleFilenameTemplate: '[resource-path]' },
    }),
    logger: { log() {}, trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error },
  });
}

if (import.meta.main) {
  const { code } = await bundleWorkflows();
  await mkdir(new URL('.', BUNDLE_PATH), { recursive: true });
  await writeFile(BUNDLE_PATH, code);
}
