import { parseArgs } from 'node:util';
import { ExplainedError } from './terminal.ts';

/** The options of `npm run dev`. */
interface Options {
  /** Deletes the data of earlier starts. */
  reset: boolean;
  /** Serves the app from its sources, and replaces changed modules in the open page (dev/hot.ts). */
  hot: boolean;
}

/** @throws ExplainedError for an unknown option */
export function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({ args, options: { reset: { type: 'boolean' }, hot: { type: 'boolean' } } });
    return { reset: values.reset ?? false, hot: values.hot ?? false };
  } catch (error) {
    throw new ExplainedError(`${(error as Error).message.split('. ')[0]}: "npm run dev" takes --reset and --hot.`);
  }
}
