import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { refusalMessage } from '#app/http/errors.ts';
import { LetterBoxDrawing } from './letter-box-drawing.tsx';
import { Logo } from './logo.tsx';

/** Signing in opens another tab: the browser sends the form again when this page is reloaded. */
const UNAUTHENTICATED = 401;

/** No answer: the device is offline, or we are. This is no status of HTTP. */
const UNREACHED = 0;

/** From here on the fault is ours. */
const OUR_FAULT = 500;

const TITLES: Record<number, string> = {
  0: 'We cannot reach Stillhere',
  400: 'We could not read that',
  401: 'You are signed out',
  403: 'That cannot be done from here',
  404: 'We looked, and found nothing',
  405: 'That cannot be done here',
  408: 'That came too slowly',
  409: 'That cannot be done any more',
  410: 'This is not here any more',
  413: 'That was more than we can take',
  429: 'A little later, please',
  503: 'We are not quite here',
};

const BROKEN = 'Something broke on our side. What you keep here is safe. Please try again in a moment.';
const NOT_TAKEN = 'Nothing was changed. Please begin again from the page that you wanted.';
const OFFLINE =
  'This device seems to be offline, or we are away for a moment. What you keep is safe, and what is scheduled does not wait for this device.';

interface ErrorWords {
  status: number;
  title: string;
  sentence: string;
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
    title: TITLES[status] ?? 'Something went wrong',
    sentence: (isAnswer && refusalMessage(error.data)) || wordsOf(status),
  };
}

/** For a refusal without a sentence for people. */
function wordsOf(status: number): string {
  if (status === UNREACHED) return OFFLINE;
  return status < OUR_FAULT ? NOT_TAKEN : BROKEN;
}

/** Each browser has its own words for a request that failed. */
function isUnreached(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

/** The link back from a content that cannot be shown: it may have been deleted elsewhere. */
export const EVERYTHING = { to: '/dashboard/content', label: 'Everything you keep' };

interface ErrorPageProps {
  error: unknown;
  /** The link back, on a page with the navigation; without it the page leads to the landing page. */
  back?: { to: string; label: string };
}

/** The page for an error: what happened, that nothing is lost, and a link back. */
export function ErrorPage({ error, back }: ErrorPageProps) {
  const { status, title, sentence } = errorWords(error);
  const here = useLocation();
  return (
    <main className="main wrap" id="main">
      <title>{`${title} · Stillhere`}</title>
      <div className="lost">
        {!back && (
          <Link className="brand" to="/" reloadDocument>
            <Logo />
          </Link>
        )}
        <LetterBoxDrawing />
        <h1>{title}</h1>
        <p className="lead">{sentence}</p>
        {status === UNREACHED ? (
          <Link className="btn btn-primary" to={here} reloadDocument>
            Try again
          </Link>
        ) : status === UNAUTHENTICATED ? (
          <Link className="btn btn-primary" to="/auth" target="_blank">
            Sign In
          </Link>
        ) : (
          <Link className="btn btn-secondary" to={back?.to ?? '/'} reloadDocument={!back}>
            {back?.label ?? 'Back to Stillhere'}
          </Link>
        )}
      </div>
    </main>
  );
}
