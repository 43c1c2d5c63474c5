import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { looksFirst } from '#app/http/looks-first.ts';
import { fetchAfterLoad, nextPages } from '#app/http/next-pages.ts';
import { nonceContext, themeContext, webParts } from '#app/middleware/context.ts';
import { SECOND } from '#domain/time/durations.ts';

const RENDER_WITHIN = 10 * SECOND;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  // Where a guard refuses, the root's own data is not there: its page comes in the light that was chosen all the same.
  routerContext.staticHandlerContext.loaderData.root ??= { toast: null, theme: loadContext.get(themeContext) };
  const nonce = loadContext.get(nonceContext);
  const readyEvent = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        ...fetchAhead(request, routerContext),
        [readyEvent]() {
          const body = looksFirst();
          body.once('close', () => clearTimeout(deadline));
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          if (request.signal.aborted) return;
          loadContext.get(webParts).log.error({ err: error }, 'a page could not be rendered');
        },
      },
    );
    const deadline = setTimeout(abort, RENDER_WITHIN);
  });
}

/** Whoever counts what they load is not sent more than they asked for. */
function fetchAhead(
  request: Request,
  { manifest, staticHandlerContext }: EntryContext,
): Pick<RenderToPipeableStreamOptions, 'bootstrapScriptContent'> {
  if (request.headers.get('save-data') === 'on') return {};
  const shown = staticHandlerContext.matches.map(({ route }) => route.id);
  const next = nextPages(manifest.routes, shown);
  return next.length > 0 ? { bootstrapScriptContent: fetchAfterLoad(next) } : {};
}

/** Answers that were thrown (not found and the like) and visitors who have left are no errors; everything else is ours to see. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  // The address of a letter is its key: it does not belong into a log.
  const path = new URL(request.url).pathname.replace(/^\/m\/.*/, '/m/…');
  context.get(webParts).log.error({ err: error, path }, 'a request failed');
};
