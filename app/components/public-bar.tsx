import { Link, NavLink } from 'react-router';
import { Logo } from './logo.tsx';

/** The bar on top of what everyone may see, for visitors. */
export function PublicBar() {
  return (
    <header className="topbar">
      <div className="wrap">
        <Link className="brand" to="/">
          <Logo />
        </Link>
        <nav className="end" aria-label="Main">
          <NavLink to="/shared">Shared</NavLink>
          <Link className="btn btn-secondary" to="/auth">
            Sign In
          </Link>
        </nav>
      </div>
    </header>
  );
}

/** The foot of what everyone may see. */
export function PublicFoot() {
  return (
    <footer className="foot">
      <div className="wrap">
        <p>Stillhere keeps what you leave, and brings it when it is time.</p>
        <ul>
          <li>
            <a href="/api">The API</a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
