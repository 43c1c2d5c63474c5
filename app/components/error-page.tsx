import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { refusalMessage } from '#app/http/errors.ts';
import { LetterBoxDrawing } from './letter-box-drawing.tsx';
import { Logo } from './logo.tsx';

/** Signing in opens another tab: the browser sends the form again when this page is reloaded. */
const UNAUTHENTICATED = 401;

/** Nobody answered: the device is offline, or we are away. It has no status; this is none that HTTP has. */
const UNREACHED = 0;

/** From here on it is our fault. */
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
 * @param error whatever was thrown by a page
 * @returns what is said about it
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

/** Where whoever refused has said nothing that is fit to be read. */
function wordsOf(status: number): string {
  if (status === UNREACHED) return OFFLINE;
  return status < OUR_FAULT ? NOT_TAKEN : BROKEN;
}

/** Each browser says in its own words that a request went nowhere. */
function isUnreached(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

/** The way back from one content that cannot be shown: it may have been deleted elsewhere. */
export const EVERYTHING = { to: '/dashboard/content', label: 'Everything you keep' };

interface ErrorPageProps {
  /** Whatever was thrown. */
  error: unknown;
  /** Where to go on, for a page that stands in the frame of the others. */
  back?: { to: string; label: string };
}

/** What somebody sees when a page cannot be shown: what happened, that nothing is lost, and the way back. */
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
