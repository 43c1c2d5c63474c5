import shapes from './logo.svg';

/** The wordmark. Its shapes are a file that the browser fetches once, not a part of every script. */
export function Logo() {
  return (
    <svg viewBox="0 0 144 40" role="img" aria-label="Stillhere">
      <use className="ink" href={`${shapes}#word`} />
      <circle className="dot" cx="42.1" cy="6.1" r="3.9" />
    </svg>
  );
}
