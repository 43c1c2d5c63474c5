import { Link } from 'react-router';
import type { Remark } from '#app/emergency/how.ts';

/** A few remarks, one below the other. */
export function Remarks({ remarks, look }: { remarks: readonly Remark[]; look: string }) {
  return (
    <ul className={look}>
      {remarks.map(({ strong, text, link }) => (
        <li key={strong}>
          <strong>{strong}</strong> {text} {link && <Link to={link.to}>{link.words}</Link>}
        </li>
      ))}
    </ul>
  );
}
