import { sealSteps } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';

const texts = sealSteps.sheets;

/** Sheet A, sheet B and our part, each joined with the others. */
export function ThreeParts() {
  return (
    <svg className="d tri" viewBox="0 0 480 168" role="img" aria-label={say(texts.drawing)}>
      <path className="thin dashy" d="M98 74H214M266 74H372M74 118C120 172 350 172 398 120" />
      <Sheet at={0} />
      <Sheet at={168} />
      <g transform="translate(344 12)">
        <path className="glow" d="M40 41L20 100h76L76 41z" />
        <path className="lit" d="M38.6 16.4Q58 15 77.6 16.2L90 42.4Q58 44.6 26 42.8Z" />
        <path d="M58 44V92M42.4 98.4Q58 89 73.8 98.2M8 101.4Q58 99.6 108 101.2" />
      </g>
      <text className="cap" x="72" y="14">
        {say(texts.drawn.a)}
      </text>
      <text className="cap" x="240" y="14">
        {say(texts.drawn.b)}
      </text>
      <text className="cap" x="402" y="14">
        {say(texts.drawn.ours)}
      </text>
    </svg>
  );
}

function Sheet({ at }: { at: number }) {
  return (
    <g transform={`translate(${at} 0)`}>
      <path className="p" d="M44.4 26.4Q72 25 99.6 26.2L100.2 117.6Q72 119 43.8 117.8Z" />
      <path className="thin" d="M54 94h36M54 102h36M54 110h22" />
      <path d="M54 38h14v14H54zM76 38h14v14H76zM54 60h14v14H54z" />
      <path
        className="fillc"
        d="M59 43h4v4h-4zM81 43h4v4h-4zM59 65h4v4h-4zM76 60h4v4h-4zM84 64h6v4h-6zM76 70h5v4h-5zM86 72h4v4h-4z"
      />
    </g>
  );
}
