import { Link } from 'react-router';
import { AuthArt } from '#app/components/auth-art.tsx';
import { PostmarkFace } from '#app/components/delivery/postmark.tsx';
import { SealDrawing, WriteDrawing } from '#app/components/drawings.tsx';
import { LampDrawing } from '#app/components/lamp-drawing.tsx';
import { PublicBar, PublicFoot } from '#app/components/public-bar.tsx';
import { socialCard } from '#app/gallery/social-card.ts';
import { beginnings, features, productClaims, readable, steps, unreadable } from '#app/landing/words.ts';
import { asDocument } from '#app/middleware/guards.ts';
import type { PageHandle } from '#app/page-scripts.ts';
import { freeRoom, type PriceLine, priceLines } from '#app/plans/pricing-words.ts';
import { landingClaims, landing as texts } from '#messages/en/landing.ts';
import { say } from '#messages/say.ts';
import type { Route } from './+types/landing.ts';

export const handle: PageHandle = { scripts: 'none', isShared: true };

export const middleware: Route.MiddlewareFunction[] = [asDocument];

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.card;

export function loader({ context }: Route.LoaderArgs) {
  const card = socialCard(context, {
    path: '/',
    title: say(texts.title),
    words: say(texts.description),
  });
  return { card, room: freeRoom(), prices: priceLines() };
}

/** The tilt of each letter's postmark, in degrees. */
const TILTS = [-8, 0, 6, -4];
const DRAWINGS = [<WriteDrawing key="write" />, <SealDrawing key="seal" />, <LampDrawing key="lamp" />];

export default function Landing({ loaderData: { room, prices } }: Route.ComponentProps) {
  return (
    <>
      <PublicBar />
      <main id="main">
        <Hero room={room} />
        <div className="wrap">
          <HowItWorks />
          <Features />
        </div>
        <Beginnings />
        <div className="wrap">
          <Security />
          <Prices lines={prices} />
        </div>
        <section className="wrap last">
          <h2>{say(texts.last)}</h2>
          <p className="lead">{say(texts.lastLead)}</p>
          <StartFree />
        </section>
      </main>
      <PublicFoot />
    </>
  );
}

function Hero({ room }: { room: string }) {
  return (
    <section className="hero wrap">
      <div className="hero-text">
        <h1>
          {say(texts.heading[0])}
          <br />
          {say(texts.heading[1])}
        </h1>
        <p className="lead">{say(landingClaims.opening)}</p>
        <div className="row hero-act">
          <StartFree />
          <p className="small soft">
            {say(texts.storage, { storage: room })}
            <br />
            {say(landingClaims.free)}
          </p>
        </div>
      </div>
      <div className="hero-art">
        <AuthArt />
      </div>
    </section>
  );
}

function HowItWorks() {
  return (
    <section className="spread" aria-labelledby="h-how">
      <div className="aside">
        <h2 id="h-how">{say(texts.steps)}</h2>
      </div>
      <ol className="body steps">
        {steps().map(({ name, words }, index) => (
          <li className="step" key={name}>
            <div className="step-art">{DRAWINGS[index]}</div>
            <h3>
              <span className="step-n">{index + 1}</span>
              {name}
            </h3>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Features() {
  return (
    <section className="spread" aria-labelledby="h-features">
      <div className="aside">
        <h2 id="h-features">{say(texts.features)}</h2>
        <p>{say(texts.featuresHelp)}</p>
      </div>
      <dl className="body feats">
        {features().map(({ name, words }) => (
          <div className="feat" key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Example letters. */
function Beginnings() {
  return (
    <section className="band" aria-labelledby="h-begin">
      <div className="wrap">
        <h2 className="band-h" id="h-begin">
          {say(texts.beginnings)}
        </h2>
        <ul className="frags">
          {beginnings().map(({ name, words, by, day }, index) => (
            <li className="frag sheet" key={name}>
              <div className="frag-top">
                <h3>{name}</h3>
                <svg className="d postmark" viewBox="0 0 68 68" aria-hidden="true">
                  {day ? (
                    <g transform={`rotate(${TILTS[index]} 34 34)`}>
                      <PostmarkFace {...day} />
                    </g>
                  ) : (
                    <SmallLamp />
                  )}
                </svg>
              </div>
              <p>{words}</p>
              <p className="frag-by">{by}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** In place of the postmark on a letter that the emergency protocol sends. */
function SmallLamp() {
  return (
    <>
      <path className="glow" d="M24 28L12 60h44L44 28z" />
      <path className="lit" d="M24.600 8.400Q34 7.600 43.400 8.200L52 29.400Q34 30.600 16 29.600Z" />
      <path d="M34 30.200V54M23 59.600Q34 52.600 45.200 59.400" />
    </>
  );
}

function Security() {
  return (
    <section className="spread plain" id="security" aria-labelledby="h-read">
      <div className="aside">
        <h2 id="h-read">{say(texts.security)}</h2>
        <p>{say(texts.securityHelp)}</p>
      </div>
      <div className="body stack">
        <div className="reads">
          <Reads heading={say(texts.unreadable)} lines={unreadable()} />
          <Reads heading={say(texts.readable)} lines={readable()} />
        </div>
        <dl className="claims">
          {productClaims().map(({ name, words }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Reads({ heading, lines }: { heading: string; lines: readonly string[] }) {
  return (
    <div>
      <h3>{heading}</h3>
      <ul className="ticks">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** On a phone each plan is two lines. */
function Prices({ lines }: { lines: PriceLine[] }) {
  return (
    <section className="spread" aria-labelledby="h-prices">
      <div className="aside">
        <h2 id="h-prices">{say(texts.prices)}</h2>
        <p>
          {say(landingClaims.prices)} <Link to="/pricing">{say(texts.compare)}</Link>
        </p>
      </div>
      <div className="body">
        <table className="table price-table">
          <thead>
            <tr>
              <th scope="col">{say(texts.plan)}</th>
              <th scope="col">{say(texts.month)}</th>
              <th scope="col">{say(texts.year)}</th>
              <th scope="col">{say(texts.abilities)}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, month, year, does }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="fig">{month}</td>
                <td className="fig">{year}</td>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function StartFree() {
  return (
    <Link className="btn btn-primary btn-big" to="/auth?mode=sign-up">
      {say(texts.start)}
    </Link>
  );
}
