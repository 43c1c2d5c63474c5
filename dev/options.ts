import { parseArgs } from 'node:util';
import { Plain } from './terminal.ts';

/** What `npm run dev` was asked for. */
interface Options {
  /** Forget the data of the last time. */
  reset: boolean;
  /** Serve the app from its sources, and replace in the page what changes (dev/hot.ts). */
  hot: boolean;
}

/** @throws Plain for anything but its two options */
export function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({ args, options: { reset: { type: 'boolean' }, hot: { type: 'boolean' } } });
    return { reset: values.reset ?? false, hot: values.hot ?? false };
  } catch (error) {
    throw new Plain(`${(error as Error).message.split('. ')[0]}: "npm run dev" takes --reset and --hot.`);
  }
}
