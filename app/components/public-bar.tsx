import { Link, NavLink } from 'react-router';
import { publicFrame } from '#messages/en/public-frame.ts';
import { say } from '#messages/say.ts';
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
        <nav className="end" aria-label={say(publicFrame.main)}>
          <NavLink to="/shared">{say(isPricing ? publicFrame.sharedContent : publicFrame.shared)}</NavLink>
          {!isPricing && <NavLink to="/pricing">{say(publicFrame.pricing)}</NavLink>}
          <Link className="btn btn-secondary" to="/auth">
            {say(publicFrame.signIn)}
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
        <p>{say(publicFrame.motto)}</p>
        <ul>
          <li>
            <Link to="/shared">{say(publicFrame.shared)}</Link>
          </li>
          <li>
            <Link to="/pricing">{say(publicFrame.pricing)}</Link>
          </li>
          <li>
            <Link to="/#security">{say(publicFrame.security)}</Link>
          </li>
          <li>
            <a href="/api">{say(publicFrame.api)}</a>
          </li>
          <li>
            <a href="/genuine">{say(publicFrame.genuine)}</a>
          </li>
        </ul>
        <ThemeChoice />
      </div>
    </footer>
  );
}
