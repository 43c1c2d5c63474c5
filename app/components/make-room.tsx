/** What helps when the vault is full. In a page of its own: what was written or picked here cannot go along. */
export function MakeRoom() {
  return (
    <p className="small soft">
      To make room, remove something from{' '}
      <a href="/dashboard/content" target="_blank" rel="noopener">
        everything you keep<span className="vh"> (opens in a new tab)</span>
      </a>
      , and come back here.
    </p>
  );
}
