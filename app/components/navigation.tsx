import { Form, Link, NavLink, useLocation } from 'react-router';
import type { Frame } from '#app/accounts/frame.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { Banner } from './banner.tsx';
import { Glyph } from './glyphs.tsx';
import { Logo } from './logo.tsx';
import { NAV_ITEMS } from './nav-items.ts';

const texts = frame.navigation;

/** The bar at the top: all links on a wide screen; on a phone the wordmark and the state of the emergency protocol. */
export function TopBar({ notices, progress }: Frame) {
  return (
    <header className="topbar">
      <div className="wrap">
        <Link className="brand" to="/dashboard">
          <Logo />
        </Link>
        <nav className="links" aria-label={say(texts.main)}>
          {NAV_ITEMS.map(({ to, name, isDocument }) => (
            <NavLink key={to} to={to} reloadDocument={isDocument}>
              {say(texts[name])}
            </NavLink>
          ))}
          <Logout />
        </nav>
        {progress && (
          <Link className="light" to="/emergency">
            <Glyph name="emergency" />
            {progress}
          </Link>
        )}
      </div>
      {notices.map((notice) => (
        <Banner key={notice.action} {...notice} />
      ))}
    </header>
  );
}

/** The navigation of a phone, at the bottom. */
export function TabBar() {
  return (
    <nav className="tabbar" aria-label={say(texts.places)}>
      {NAV_ITEMS.filter(({ glyph }) => glyph).map(toLink)}
      {/* The key closes it on the next page. */}
      <details key={useLocation().key}>
        <summary>
          <Glyph name="menu" />
          {say(texts.menu)}
        </summary>
        <div className="more">
          {NAV_ITEMS.filter(({ glyph }) => !glyph).map(toLink)}
          <Logout />
        </div>
      </details>
    </nav>
  );
}

function toLink({ to, name, glyph, isDocument }: (typeof NAV_ITEMS)[number]) {
  return (
    <NavLink key={to} to={to} reloadDocument={isDocument}>
      {glyph && <Glyph name={glyph} />}
      {say(texts[name])}
    </NavLink>
  );
}

function Logout() {
  return (
    <Form method="post" action="/logout" reloadDocument>
      <button type="submit">{say(texts.logout)}</button>
    </Form>
  );
}
