import { Link } from 'react-router';
import { AuthArt } from '#app/components/auth-art.tsx';
import { PostmarkFace } from '#app/components/delivery/postmark.tsx';
import { SealDrawing, WriteDrawing } from '#app/components/drawings.tsx';
import { LampDrawing } from '#app/components/lamp-drawing.tsx';
import { PublicBar, PublicFoot } from '#app/components/public-bar.tsx';
import { socialCard } from '#app/http/social-card.ts';
import { BEGINNINGS, CAN, CANNOT, CLAIMS, FEATURES, FREE, OPENING, PRICES, STEPS } from '#app/landing/words.ts';
import { asDocument } from '#app/middleware/guards.ts';
import type { PageHandle } from '#app/page-scripts.ts';
import { freeRoom, type PriceLine, priceLines } from '#app/plans/pricing-words.ts';
import type { Route } from './+types/landing.ts';

export const handle: PageHandle = { scripts: 'none' };

export const middleware: Route.MiddlewareFunction[] = [asDocument];

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.card;

export function loader({ context }: Route.LoaderArgs) {
  const card = socialCard(context, {
    path: '/',
    title: 'Stillhere: say it now, it will still be here',
    words:
      'Letters, pictures, voices and papers for the people you love, delivered on the day you choose, or if one day you stop answering.',
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
          <h2>Begin with one letter.</h2>
          <p className="lead">It does not have to be long. Most of the good ones are not.</p>
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
          Say it now.
          <br />
          It will still be here.
        </h1>
        <p className="lead">{OPENING}</p>
        <div className="row hero-act">
          <StartFree />
          <p className="small soft">
            {room} to begin with.
            <br />
            {FREE}
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
        <h2 id="h-how">How it works</h2>
      </div>
      <ol className="body steps">
        {STEPS.map(({ name, words }, index) => (
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
        <h2 id="h-features">What it holds for you</h2>
        <p>Six things, each of them quiet until it is needed.</p>
      </div>
      <dl className="body feats">
        {FEATURES.map(({ name, words }) => (
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
          How people begin
        </h2>
        <ul className="frags">
          {BEGINNINGS.map(({ name, words, by, day }, index) => (
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
        <h2 id="h-read">What we can read, and what we cannot</h2>
        <p>You are trusting us with the things that matter most. So, without small print:</p>
      </div>
      <div className="body stack">
        <div className="reads">
          <Reads heading="Cannot be read" lines={CANNOT} />
          <Reads heading="Can be read" lines={CAN} />
        </div>
        <dl className="claims">
          {CLAIMS.map(({ name, words, isComing }) => (
            <div key={name}>
              <dt>
                {name} {isComing && <span className="stamp">Coming</span>}
              </dt>
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
        <h2 id="h-prices">Prices</h2>
        <p>
          {PRICES} <Link to="/pricing">Compare the plans</Link>
        </p>
      </div>
      <div className="body">
        <table className="table price-table">
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">A month</th>
              <th scope="col">A year</th>
              <th scope="col">What you can do</th>
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
      Start Free
    </Link>
  );
}
