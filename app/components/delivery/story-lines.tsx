import type { StoryView } from '#app/deliveries/story-view.ts';

/** What happened, in the order of time; what comes next stands last, and is drawn as not yet there. */
export function StoryLines({ lines }: Pick<StoryView, 'lines'>) {
  return (
    <ol className="story">
      {lines.map(({ key, at, when, words, look }) => (
        <li key={key} className={look}>
          <time dateTime={at}>{when}</time>
          <p>{words}</p>
        </li>
      ))}
    </ol>
  );
}
