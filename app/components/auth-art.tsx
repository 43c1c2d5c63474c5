import { authArt } from '#messages/en/auth-art.ts';
import { say } from '#messages/say.ts';

/** The desk by the window, with the lamp on: beside the sign-in form and on the landing page. */
export function AuthArt() {
  return (
    <svg className="d art" viewBox="0 0 600 520" role="img" aria-label={say(authArt.label)}>
      <path className="glow" d="M404 150L292 424Q420 436 566 424L470 150Z" />
      <path d="M40.6 34Q180 31.4 318.4 33.6L319.6 388.6Q180 390.8 40 388.8Z" />
      <path d="M56 49.6Q180 47.6 303.4 49.2L304.2 373.6Q180 375.4 55.4 373.8Z" />
      <path d="M179.8 49Q179 210 180.2 374.4M55.8 207.4Q180 205.8 303.8 207" />
      <g className="thin">
        <path d="M56 316Q92 292 126 300T180 282M180 283Q206 272 232 286T303.6 270M56 344Q110 326 148 338T180 330M180 331Q232 318 303.8 334" />
        <path d="M96 301v-8M96 293a5.500 7 0 1 1 .2 0M108 298.600v-6M108 292.600a4.200 5.400 0 1 1 .2 0M262 286v-8M262 278a5 6.400 0 1 1 .2 0" />
        <path d="M225.600 284.400V272l9.400-8 9.400 8v15" />
        <path className="lit" d="M232.400 273.400h5.200v5.600h-5.200z" />
      </g>
      <path d="M258.4 96a25 25 0 1 1-17.6-25.8 20.6 20.6 0 0 0 17.6 25.8z" className="moon" />
      <g className="thin">
        <path d="M96 88v5M93.6 90.5h5M128 140v4M126 142h4M220 156v4M218 158h4M88 166v3M146 78v3M276 178v3" />
      </g>
      <path d="M26 389.4Q180 387 334.6 389.2L336 404.6Q180 406.8 24.6 404.8Z" className="g" />
      <path d="M6 430.6Q300 426.6 594 430" />
      <path d="M6 444.4Q300 441 594 443.8" />
      <path d="M52 444v70M548 444v70" />
      <path className="thin" d="M64 444v52M536 444v52" />
      <path className="lit" d="M397.4 82.4Q437 80 476.8 82L511 168.6Q437 172.4 362.6 169.2Z" />
      <path d="M437 170.4V404M399.4 416.4Q437 398.4 474.8 416Q476 426 474 428.4H400Q397.8 424 399.4 416.4Z" />
      <path d="M437 82V70.4M432.4 70.4h9.2" />
      <path className="thin" d="M456 171v30M453.4 205.4a2.8 2.8 0 1 0 5.4 0 2.8 2.8 0 1 0-5.4 0" />
      <Envelope />
      <g>
        <path className="p" d="M196 414.6L338 412.4L372.6 429.6L170.4 431.4Z" />
        <path className="thin" d="M216 418.4l100-1.4M208 422l112-1.4M200 425.8l70-.8" />
        <path d="M300.4 424.6L352 401.4l3 4.4-51.6 22-4.4.4z" className="g" />
      </g>
      <Cup />
    </svg>
  );
}

function Envelope() {
  return (
    <g transform="translate(466 347.5) rotate(-1.6)">
      <path className="p" d="M1 2Q62 0 124.6 1.6L125.2 83.4Q62 85.4 .6 84Z" />
      <path className="p" d="M1 2Q34 34 57.4 49.4Q63 53 68.6 49.2Q94 32 124.6 1.6" />
      <path className="thin" d="M1 83.6L50 44.6M124.6 83L76 44.6" />
      <path
        className="wax"
        d="M74.5 45.4Q75.0 48.0 74.1 50.5Q73.3 52.9 72.0 55.4Q70.8 57.8 68.2 58.6Q65.6 59.3 62.9 59.8Q60.2 60.3 58.1 58.6Q56.0 56.8 54.0 55.1Q52.0 53.3 51.1 50.7Q50.3 48.0 51.5 45.5Q52.7 43.1 54.0 40.7Q55.3 38.3 57.9 37.6Q60.4 36.8 63.1 36.2Q65.8 35.7 68.0 37.3Q70.3 38.9 72.1 40.8Q73.9 42.7 74.5 45.4Z"
      />
      <circle className="wax-line" cx="63" cy="48" r="8.4" strokeWidth="0.8" />
      <path className="wax-line" strokeWidth="1.2" d="M63 47.04v5.3m-2.2 0h4.3" />
      <circle cx="63" cy="43.9" r="1.3" className="wax-dot" />
    </g>
  );
}

function Cup() {
  return (
    <g>
      <path className="g" d="M92.4 391.6Q120 389.6 147.6 391.4L144.6 426Q142 430.4 136 430.4H104Q98 430.4 95.4 426Z" />
      <path d="M147 398Q164.4 396.6 162.6 409.4Q160.4 420.6 145.4 419.4" />
      <path className="thin" d="M108 380q-5-7 1-13t0-12M126 380q-5-7 1-13t0-12" />
    </g>
  );
}
