import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { type LinkedRefusal, refusalLink, refusalMessage } from '#app/http/refusal-message.ts';
import { errorPage, frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { LetterBoxDrawing } from './letter-box-drawing.tsx';
import { Logo } from './logo.tsx';

/** Signing in opens another tab: the browser sends the form again when this page is reloaded. */
const UNAUTHENTICATED = 401;
/** No answer: the device is offline, or we are. This is no status of HTTP. */
const UNREACHED = 0;
/** From here on the fault is ours. */
const OUR_FAULT = 500;

interface ErrorWords {
  status: number;
  title: string;
  sentence: string;
  /** What to do instead; null where nothing is offered. */
  link: LinkedRefusal['link'] | null;
}

/**
 * @param error anything that a page threw
 * @returns the words for it
 */
export function errorWords(error: unknown): ErrorWords {
  const isAnswer = isRouteErrorResponse(error);
  const status = isAnswer ? error.status : isUnreached(error) ? UNREACHED : 500;
  return {
    status,
    title: say(isTitled(status) ? errorPage.titles[status] : errorPage.otherTitle),
    sentence: (isAnswer && refusalMessage(error.data)) || wordsOf(status),
    link: isAnswer ? refusalLink(error.data) : null,
  };
}

function isTitled(status: number): status is keyof typeof errorPage.titles {
  return status in errorPage.titles;
}

/** For a refusal without a sentence for people. */
function wordsOf(status: number): string {
  if (status === UNREACHED) return say(errorPage.offline);
  return say(status < OUR_FAULT ? errorPage.notTaken : errorPage.broken);
}

/** Each browser has its own words for a request that failed. */
function isUnreached(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

/** @returns the link back from a content that cannot be shown: it may have been deleted elsewhere */
export function backToContents(): { to: string; label: string } {
  return { to: '/dashboard/content', label: say(errorPage.contents) };
}

interface ErrorPageProps {
  error: unknown;
  /** The link back, on a page with the navigation; without it the page leads to the landing page. */
  back?: { to: string; label: string };
}

/**
 * The page for an error: what happened, that nothing is lost, and a link back. A route with an ErrorBoundary of its own
 * gives no title when it has failed: the page would have two, and browsers show the first.
 */
export function ErrorPage({ error, back }: ErrorPageProps) {
  const { status, title, sentence, link } = errorWords(error);
  return (
    <main className="main wrap" id="main">
      <title>{say(frame.title, { title })}</title>
      <div className="lost">
        {!back && (
          <Link className="brand" to="/" reloadDocument>
            <Logo />
          </Link>
        )}
        <LetterBoxDrawing />
        <h1>{title}</h1>
        <p className="lead">{sentence}</p>
        {link && (
          <Link className="btn btn-primary" to={link.to}>
            {link.label}
          </Link>
        )}
        <NextLink status={status} back={back} />
      </div>
    </main>
  );
}

function NextLink({ status, back }: Pick<ErrorPageProps, 'back'> & { status: number }) {
  const here = useLocation();
  if (status === UNREACHED)
    return (
      <Link className="btn btn-primary" to={here} reloadDocument>
        {say(frame.again)}
      </Link>
    );
  if (status === UNAUTHENTICATED)
    return (
      <Link className="btn btn-primary" to="/auth" target="_blank">
        {say(errorPage.signIn)}
      </Link>
    );
  return (
    <Link className="btn btn-secondary" to={back?.to ?? '/'} reloadDocument={!back}>
      {back?.label ?? say(errorPage.back)}
    </Link>
  );
}
