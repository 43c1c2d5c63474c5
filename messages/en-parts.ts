/** Parts of English sentences that several catalogues use. */

/** A kind of content, inside a sentence. Other kinds are files. */
export const NOUN = '{type, select, text {letter} image {picture} video {video} audio {recording} other {file}}';
/** How long until something happens, inside a sentence. */
export const SPAN =
  '{unit, select, day {{count, plural, one {a day} other {# days}}} hour {{count, plural, one {an hour} other {# hours}}} minute {{count, plural, one {a minute} other {# minutes}}} other {{count, plural, one {a second} other {# seconds}}}}';
