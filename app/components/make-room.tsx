/**
 * What helps when the vault is full. In a page of its own: what was written or picked here cannot go along.
 * @param plans that would have room
 */
export function MakeRoom({ plans }: { plans: readonly string[] }) {
  return (
    <p className="small soft">
      To make room, remove something from{' '}
      <a href="/dashboard/content" target="_blank" rel="noopener">
        everything you keep<span className="vh"> (opens in a new tab)</span>
      </a>
      {plans[0] && (
        <>
          , or choose{' '}
          <a href="/pricing?to=/create" target="_blank" rel="noopener">
            {plans[0]}
            <span className="vh"> (opens in a new tab)</span>
          </a>
        </>
      )}
      , and come back here.
    </p>
  );
}
