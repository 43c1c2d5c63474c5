import { Writable } from 'node:stream';
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { nonceContext, themeContext, visitContext, webDeps } from '#app/middleware/context.ts';
import { contentSecurityPolicy } from '#app/middleware/headers.ts';
import { SECOND } from '#domain/time/durations.ts';
import { fetchAfterLoad, nextPages } from './next-pages.ts';
import { type PageHandle, pageHandle } from './page-scripts.ts';
import { rememberedHtml, rememberHtml, sharedKey } from './shared-render.ts';

const RENDER_WITHIN = 10 * SECOND;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  const page = pageHandle(routerContext.staticHandlerContext.matches.map(({ route }) => route.handle));
  const nonce = page.scripts === 'app' ? loadContext.get(nonceContext) : undefined;
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', contentSecurityPolicy(page, nonce));
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  // Where a guard refuses, the root's loader has not run: its page needs the chosen theme all the same.
  routerContext.staticHandlerContext.loaderData.root ??= { toast: null, theme: loadContext.get(themeContext) };
  const key = isForVisitors(page, loadContext) ? sharedKey(request.url, routerContext) : null;
  const known = key === null ? undefined : rememberedHtml(key);
  if (known !== undefined) return htmlResponse(known, status, headers);
  let hasFailed = false;
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        ...(page.scripts === 'app' && fetchAhead(request, routerContext)),
        // The loaders have waited for everything, so a page is sent as a whole: in pieces it would take longer.
        onAllReady() {
          const body = new CollectedHtml((html) => {
            clearTimeout(deadline);
            if (key !== null && !hasFailed) rememberHtml(key, html);
            resolve(htmlResponse(html, status, headers));
          });
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          hasFailed = true;
          if (request.signal.aborted) return;
          loadContext.get(webDeps).log.error({ err: error }, 'a page could not be rendered');
        },
      },
    );
    const deadline = setTimeout(abort, RENDER_WITHIN);
  });
}

/** Collects what React writes. */
class CollectedHtml extends Writable {
  readonly #pieces: Uint8Array[] = [];
  readonly #onEnd: (html: Buffer<ArrayBuffer>) => void;

  constructor(onEnd: (html: Buffer<ArrayBuffer>) => void) {
    super();
    this.#onEnd = onEnd;
  }

  override _write(piece: Uint8Array, _encoding: string, done: () => void): void {
    this.#pieces.push(piece);
    done();
  }

  override _final(done: () => void): void {
    this.#onEnd(Buffer.concat(this.#pieces));
    done();
  }
}

function htmlResponse(html: Buffer<ArrayBuffer>, status: number, headers: Headers): Response {
  headers.set('content-length', `${html.length}`);
  return new Response(html, { status, headers });
}

function isForVisitors(page: PageHandle, context: RouterContextProvider): boolean {
  return page.isShared === true && page.scripts !== 'app' && context.get(visitContext) === 'visitor';
}

/** A browser that saves data gets no more than it asked for. */
function fetchAhead(
  request: Request,
  { manifest, staticHandlerContext }: EntryContext,
): Pick<RenderToPipeableStreamOptions, 'bootstrapScriptContent'> {
  if (request.headers.get('save-data') === 'on') return {};
  const shown = staticHandlerContext.matches.map(({ route }) => route.id);
  const next = nextPages(manifest.routes, shown);
  return next.length > 0 ? { bootstrapScriptContent: fetchAfterLoad(next) } : {};
}

/** Responses that were thrown (404 and the like) and visitors who have left are no errors; everything else is logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const path = new URL(request.url).pathname;
  context.get(webDeps).log.error({ err: error, path }, 'a request failed');
};
