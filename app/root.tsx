import { type ReactNode, useEffect } from 'react';
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError, useRouteLoaderData } from 'react-router';
import { ErrorPage } from '#app/components/error-page.tsx';
import { PageAnnouncer } from '#app/components/page-announcer.tsx';
import { Toasts } from '#app/components/toasts.tsx';
import { takeToast } from '#app/http/toast.ts';
import { answerEarly } from '#app/middleware/answer-early.ts';
import { flashContext, leavesToastContext, themeContext } from '#app/middleware/context.ts';
import { securityHeaders } from '#app/middleware/headers.ts';
import { knowTheme } from '#app/middleware/known-device.ts';
import { packed } from '#app/middleware/packed.ts';
import { knowReadersLanguage } from '#app/middleware/readers-language.ts';
import { requireSameOrigin } from '#app/middleware/same-origin.ts';
import { endSignedOutSession } from '#app/middleware/signed-out.ts';
import figtree from '#app/styles/fonts/figtree-latin-wght-normal.woff2';
import newsreader from '#app/styles/fonts/newsreader-latin-opsz-410.woff2';
import styles from '#app/styles/index.css?url';
import visitorScript from '#app/visitor-script.ts?worker&url';
import { frame } from '#messages/en/frame.ts';
import { currentLocale, say } from '#messages/say.ts';
import type { Route } from './+types/root.ts';
import { usePageHandle } from './page-scripts.ts';

/** For every address: the headers of answers, and who may send. The layouts' guards find out who is asking. */
export const middleware: Route.MiddlewareFunction[] = [
  packed,
  answerEarly,
  securityHeaders,
  knowTheme,
  knowReadersLanguage,
  requireSameOrigin,
  endSignedOutSession,
];

export const links: Route.LinksFunction = () => [
  ...[newsreader, figtree].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const left = context.get(leavesToastContext) ? null : await takeToast(request);
  const theme = context.get(themeContext);
  return data(
    { toast: context.get(flashContext) ?? left?.toast ?? null, theme },
    left ? { headers: { 'set-cookie': left.header } } : {},
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const { scripts, look } = usePageHandle();
  const isRefused = Boolean(useRouteError());
  // The page of an error may come without it.
  const theme = useRouteLoaderData<typeof loader>('root')?.theme;
  // By now every part of the page listens: the browser tests wait for this.
  useEffect(() => document.documentElement.setAttribute('data-hydrated', ''), []);
  // A static page brings its own document. What middleware refuses does not get there, and is shown in this one.
  if (look === 'static' && !isRefused) return children;
  return (
    <html lang={currentLocale()} data-theme={theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        {/* With a precedence React names it before every script, so a slow line brings it first. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        <Meta />
        {/* A link needs no nonce: the browser would not have one, and React would warn of the difference. */}
        <Links nonce={scripts === 'app' ? '' : undefined} />
        {scripts === 'visitors' && <script type="module" src={visitorScript} />}
      </head>
      {/* The script that checks a session token (check-token.ts) runs before a page has its messages. */}
      <body data-moment={say(frame.moment)}>
        <a className="skip" href="#main">
          {say(frame.skip)}
        </a>
        {children}
        {scripts === 'app' && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { look } = usePageHandle();
  if (look === 'static') return <Outlet />;
  return (
    <Toasts toast={loaderData.toast}>
      <Outlet />
      <PageAnnouncer />
    </Toasts>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
