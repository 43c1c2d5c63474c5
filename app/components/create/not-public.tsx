import { useId } from 'react';
import { sealTerms } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';
import { PublicLabel } from './public-box.tsx';

/** A sealed item cannot be public. */
export function NotPublic() {
  const id = useId();
  return (
    <label className="check is-off">
      <input type="checkbox" disabled aria-describedby={id} />
      <PublicLabel />
      <span className="hint" id={id}>
        {say(sealTerms.publicOff)}
      </span>
    </label>
  );
}
