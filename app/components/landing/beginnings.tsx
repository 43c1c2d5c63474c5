import { PostmarkFace } from '#app/components/delivery/postmark.tsx';
import { BEGINNINGS } from '#app/landing/words.ts';

/** Degrees by which each postmark is turned, as by hand. */
const TILTS = [-8, 0, 6, -4];

/** Four example letters. */
export function Beginnings() {
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

/** For the letter without a date, in place of a postmark. */
function SmallLamp() {
  return (
    <>
      <path className="glow" d="M24 28L12 60h44L44 28z" />
      <path className="lit" d="M24.600 8.400Q34 7.600 43.400 8.200L52 29.400Q34 30.600 16 29.600Z" />
      <path d="M34 30.200V54M23 59.600Q34 52.600 45.200 59.400" />
    </>
  );
}
