import { Link } from 'react-router';
import { AuthArt } from '#app/components/auth-art.tsx';
import { SealDrawing, WriteDrawing } from '#app/components/drawings.tsx';
import { LampDrawing } from '#app/components/lamp-drawing.tsx';
import { Beginnings } from '#app/components/landing/beginnings.tsx';
import { Honesty } from '#app/components/landing/honesty.tsx';
import { Prices } from '#app/components/landing/prices.tsx';
import { PublicBar, PublicFoot } from '#app/components/public-bar.tsx';
import { socialCard } from '#app/http/social-card.ts';
import { FEATURES, FREE, OPENING, STEPS } from '#app/landing/words.ts';
import { asDocument } from '#app/middleware/guards.ts';
import type { PageHandle } from '#app/page-scripts.ts';
import { freeRoom, priceLines } from '#app/plans/landing-prices.ts';
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
          <Honesty />
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

function StartFree() {
  return (
    <Link className="btn btn-primary btn-big" to="/auth?mode=sign-up">
      Start Free
    </Link>
  );
}
