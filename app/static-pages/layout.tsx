/**
 * The frame of pages that people open from a message: no script, one small style sheet. A phone of 2015, a text browser and
 * the window of a mail program show them too.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Theme } from '#app/http/theme.ts';
import { usePageHandle } from '#app/page-scripts.ts';
import type { loader } from '#app/root.tsx';
import type { Script } from '#app/sealed/start-worker.ts';
import { directionOf } from '#domain/language.ts';
import { frame } from '#messages/en/frame.ts';
import { staticPages as TEXTS } from '#messages/en/static-pages.ts';
import { currentLocale, say } from '#messages/say.ts';
import { genuinePath } from '#services/mails/readers-address.ts';

/** A file past the build, whose minifier would write colours and media queries that old phones do not read. */
const STYLESHEET = '/static-pages/base.css';
const DARK_STYLESHEET = '/static-pages/dark.css';
/** For languages that are written from right to left. */
const RTL_STYLESHEET = '/static-pages/rtl.css';
/** Their headings need another font. */
const POLISH_STYLESHEET = '/static-pages/polish.css';
const OPENING_STYLESHEET = '/static-pages/open-sealed.css';

interface DocumentProps {
  /** The theme that this browser chose; null where its system decides. */
  theme: Theme | null;
  /** The page is the same for everyone, and search engines may list it. */
  isListed?: boolean;
  /** The script of the one page that has one, and its looks. */
  opening?: Script;
  children: ReactNode;
}

/** A whole page. Its title is what a `PageTitle` in it says. */
export function StaticDocument({ theme, isListed = false, opening, children }: DocumentProps) {
  const isMirrored = directionOf(currentLocale()) === 'rtl';
  return (
    <html lang={currentLocale()} dir={isMirrored ? 'rtl' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={say(TEXTS.description)} />
        {!isListed && <meta name="robots" content="noindex, nofollow" />}
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={STYLESHEET} />
        {currentLocale() === 'pl' && <link rel="stylesheet" href={POLISH_STYLESHEET} />}
        {isMirrored && <link rel="stylesheet" href={RTL_STYLESHEET} />}
        {opening && <link rel="stylesheet" href={OPENING_STYLESHEET} />}
        {theme !== 'light' && <DarkStyles theme={theme} />}
        {opening && <script src={opening.src} integrity={opening.integrity} defer />}
      </head>
      <body>
        <main>{children}</main>
        <footer>
          <p className="brand">
            St<b>i</b>llhere
          </p>
          {!isListed && (
            <p className="small">
              <a href={genuinePath()}>{say(TEXTS.genuine)}</a>
            </p>
          )}
        </footer>
      </body>
    </html>
  );
}

/** The document of a route, in the theme that the browser chose. */
export function StaticFrame({ children }: { children: ReactNode }) {
  const { isListed } = usePageHandle();
  const theme = useRouteLoaderData<typeof loader>('root')?.theme ?? null;
  return (
    <StaticDocument theme={theme} isListed={isListed}>
      {children}
    </StaticDocument>
  );
}

/** A sheet of its own, so that browsers in a light theme do not load it. */
function DarkStyles({ theme }: { theme: 'dark' | null }) {
  const media = theme === 'dark' ? 'screen' : 'screen and (prefers-color-scheme: dark)';
  return <link rel="stylesheet" href={DARK_STYLESHEET} media={media} />;
}

const PreviewContext = createContext(false);

/** Shows a page as a part of its preview: without a title of its own, and its buttons and links do nothing. */
export function InPreview({ children }: { children: ReactNode }) {
  return <PreviewContext value={true}>{children}</PreviewContext>;
}

/** Names the page, in the browser's tab and history. */
export function PageTitle({ children }: { children: string }) {
  if (useContext(PreviewContext)) return null;
  return <title>{say(frame.title, { title: children })}</title>;
}

interface MessageProps {
  drawing?: ReactNode;
  heading: string;
  /** Without it the heading is the title. */
  title?: string;
  children: ReactNode;
}

/** The usual page: a drawing, a heading, and what it says. */
export function Message({ drawing, heading, title, children }: MessageProps) {
  return (
    <section className="invite">
      <PageTitle>{title ?? heading.replace(/\.$/, '')}</PageTitle>
      {drawing}
      <h1>{heading}</h1>
      {children}
    </section>
  );
}

interface LinkFormProps {
  /** The page's own path. */
  path: string;
  /** Which of the page's buttons this is, for its action. */
  intent?: string;
  children: ReactNode;
}

/** A form that posts to its own page. */
export function LinkForm({ path, intent, children }: LinkFormProps) {
  if (useContext(PreviewContext)) return <p>{children}</p>;
  return (
    <form method="post" action={path}>
      {intent && <input type="hidden" name="intent" value={intent} />}
      {children}
    </form>
  );
}

interface SubmitProps {
  look?: 'primary' | 'secondary';
  /** What the form sends for this button. */
  name?: string;
  value?: string;
  children: string;
}

/** The button of a form. */
export function Submit({ look = 'primary', children, ...sent }: SubmitProps) {
  const isPreview = useContext(PreviewContext);
  return (
    <button className={`btn btn-${look}`} type={isPreview ? 'button' : 'submit'} disabled={isPreview} {...sent}>
      {children}
    </button>
  );
}

interface LinkButtonProps {
  look: 'primary' | 'secondary';
  href: string;
  children: string;
}

/** A link that looks like a button. */
export function LinkButton({ look, href, children }: LinkButtonProps) {
  if (useContext(PreviewContext)) return <Submit look={look}>{children}</Submit>;
  return (
    <a className={`btn btn-${look}`} href={href}>
      {children}
    </a>
  );
}

/** A link to another state of the same page. */
export function OwnLink({ href, children }: { href: string; children: string }) {
  return useContext(PreviewContext) ? <span>{children}</span> : <a href={href}>{children}</a>;
}
