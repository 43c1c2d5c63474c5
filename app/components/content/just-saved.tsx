import { Link } from 'react-router';
import type { JustSaved as Saved } from '#app/contents/just-saved.ts';

/** After Save: that it is saved, and the ways on from here. */
export function JustSaved({ saved: { heading, text, links } }: { saved: Saved }) {
  return (
    <div className="note" role="status">
      <p>
        <strong>{heading}</strong> {text}
      </p>
      <p className="row">
        {links.map(({ to, label }, index) => (
          <Link key={to} className={`btn ${index === 0 ? 'btn-primary' : 'btn-quiet'}`} to={to}>
            {label}
          </Link>
        ))}
      </p>
    </div>
  );
}
