import { Link } from 'react-router';
import { AuthArt } from '#app/components/auth-art.tsx';
import { SealDrawing, WriteDrawing } from '#app/components/drawings.tsx';
import { LampDrawing } from '#app/components/lamp-drawing.tsx';
import { PublicBar, PublicFoot } from '#app/components/public-bar.tsx';
import type { Route } from './+types/landing.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Stillhere: say it now, it will still be here' },
  { name: 'description', content: 'Letters for the people you love, kept sealed and delivered on the day you choose.' },
];

/** Without a loader a navigation in the browser would not ask the guard. */
export function loader() {
  return null;
}

const STEPS = [
  {
    drawing: <WriteDrawing />,
    name: 'Write it',
    words: 'A letter, as short or as long as it wants to be. It is private, and encrypted before it is stored.',
  },
  {
    drawing: <SealDrawing />,
    name: 'Say who, and when',
    words:
      'Choose a person, a date and an hour, tomorrow or decades from now. Until its hour comes you can change the day, or take it back.',
  },
  {
    drawing: <LampDrawing />,
    name: 'It arrives on its day',
    words:
      'They get an email with a link of their own. You see when it went out, and you are told if it could not be delivered.',
  },
];

export default function Landing() {
  return (
    <>
      <PublicBar />
      <main id="main">
        <Hero />
        <div className="wrap">
          <HowItWorks />
          <Honesty />
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

function Hero() {
  return (
    <section className="hero wrap">
      <div className="hero-text">
        <h1>
          Say it now.
          <br />
          It will still be here.
        </h1>
        <p className="lead">
          A letter for a birthday years away. What you would want your brother to know. A note to yourself, ten years
          on. Stillhere keeps each one sealed, and brings it on the day you choose.
        </p>
        <StartFree />
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
        {STEPS.map(({ drawing, name, words }, index) => (
          <li className="step" key={name}>
            <div className="step-art">{drawing}</div>
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

function StartFree() {
  return (
    <Link className="btn btn-primary btn-big" to="/auth?mode=sign-up">
      Start Free
    </Link>
  );
}

function Honesty() {
  return (
    <section className="spread" aria-labelledby="h-read">
      <div className="aside">
        <h2 id="h-read">What we can read, and what we cannot</h2>
        <p>You are trusting us with things that matter. So, without small print:</p>
      </div>
      <div className="body reads">
        <div>
          <h3>Cannot be read</h3>
          <ul className="ticks">
            <li>By another account. What is yours stays yours.</li>
            <li>By the person it is for, before the day. Until then there is no link to open.</li>
            <li>
              From a stolen copy of our database. Without the keys, which are kept apart, the letters and their titles
              are noise.
            </li>
          </ul>
        </div>
        <div>
          <h3>Can be read</h3>
          <ul className="ticks">
            <li>
              By our running service, at the moment it shows you a letter or delivers it. It holds the keys, because
              your letter has to open on a day when you may not be there to unlock it.
            </li>
            <li>Dates, and the names and addresses you send to. We need them to do the work.</li>
          </ul>
        </div>
      </div>
    </section>
  );
}
