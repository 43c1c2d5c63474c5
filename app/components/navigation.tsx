import { Form, Link, NavLink, useLocation } from 'react-router';
import type { Frame } from '#app/http/frame.ts';
import { Banner } from './banner.tsx';
import { Glyph } from './glyphs.tsx';
import { Logo } from './logo.tsx';
import { PLACES } from './places.ts';

/** The bar on top: all places on a wide screen, the name and the lamp on a phone. */
export function TopBar({ notices, lamp }: Frame) {
  return (
    <header className="topbar">
      <div className="wrap">
        <Link className="brand" to="/dashboard">
          <Logo />
        </Link>
        <nav className="links" aria-label="Main">
          {PLACES.map(({ to, label, isDocument }) => (
            <NavLink key={to} to={to} reloadDocument={isDocument}>
              {label}
            </NavLink>
          ))}
          <Logout />
        </nav>
        {lamp && (
          <Link className="light" to="/emergency">
            <Glyph name="emergency" />
            {lamp}
          </Link>
        )}
      </div>
      {notices.map((notice) => (
        <Banner key={notice.action} {...notice} />
      ))}
    </header>
  );
}

/** The places of a phone, under the thumb. */
export function TabBar() {
  return (
    <nav className="tabbar" aria-label="Places">
      {PLACES.filter(({ glyph }) => glyph).map(toPlace)}
      {/* On the next page it is closed. */}
      <details key={useLocation().key}>
        <summary>
          <Glyph name="menu" />
          Menu
        </summary>
        <div className="more">
          {PLACES.filter(({ glyph }) => !glyph).map(toPlace)}
          <Logout />
        </div>
      </details>
    </nav>
  );
}

function toPlace({ to, label, glyph, isDocument }: (typeof PLACES)[number]) {
  return (
    <NavLink key={to} to={to} reloadDocument={isDocument}>
      {glyph && <Glyph name={glyph} />}
      {label}
    </NavLink>
  );
}

function Logout() {
  return (
    <Form method="post" action="/logout" reloadDocument>
      <button type="submit">Logout</button>
    </Form>
  );
}
