import { Link } from 'react-router';

/** A view of a list, with an address of its own. */
export interface Tab {
  to: string;
  label: string;
  isCurrent: boolean;
}

/** Links in a row that look like tabs; on a phone the row scrolls sideways. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, label, isCurrent }) => (
        <Link key={to} className="tab-item" to={to} aria-current={isCurrent ? 'page' : undefined} preventScrollReset>
          {label}
        </Link>
      ))}
    </nav>
  );
}
