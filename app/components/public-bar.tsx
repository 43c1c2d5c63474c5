import { Link, NavLink } from 'react-router';
import { Logo } from './logo.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/**
 * The bar of the pages for everyone, for visitors.
 * @param isPricing on the page of the plans, which needs no link to itself
 */
export function PublicBar({ isPricing }: { isPricing?: boolean }) {
  return (
    <header className="topbar">
      <div className="wrap">
        <Link className="brand" to="/">
          <Logo />
        </Link>
        <nav className="end" aria-label="Main">
          <NavLink to="/shared">{isPricing ? 'Shared Content' : 'Shared'}</NavLink>
          {!isPricing && <NavLink to="/pricing">Pricing</NavLink>}
          <Link className="btn btn-secondary" to="/auth">
            Sign In
          </Link>
        </nav>
      </div>
    </header>
  );
}

/** The foot of the pages for everyone. */
export function PublicFoot() {
  return (
    <footer className="foot">
      <div className="wrap">
        <p>Stillhere keeps what you leave, and brings it when it is time.</p>
        <ul>
          <li>
            <Link to="/shared">Shared</Link>
          </li>
          <li>
            <Link to="/pricing">Pricing</Link>
          </li>
          <li>
            <Link to="/#security">Security</Link>
          </li>
          <li>
            <a href="/api">The API</a>
          </li>
        </ul>
        <ThemeChoice />
      </div>
    </footer>
  );
}
