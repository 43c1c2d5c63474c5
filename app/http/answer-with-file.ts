import { createContext, type MiddlewareFunction } from 'react-router';
import type { Provider } from '#app/middleware/context.ts';

const fileContext = createContext<Response | null>(null);

/** For a page whose form is answered with a file. The router makes a page of what an action returns; the file takes its place. */
export const fileForPage: MiddlewareFunction<Response> = async ({ context }, next) => {
  const page = await next();
  const file = context.get(fileContext);
  if (file) await page.body?.cancel();
  return file ?? page;
};

/** @returns what the action then returns */
export function answerWithFile(context: Provider, file: Response): null {
  context.set(fileContext, file);
  return null;
}

/** @returns whether the page that is being made will not be sent */
export function isAnsweredWithFile(context: Provider): boolean {
  return context.get(fileContext) !== null;
}
