import type { StoryView } from '#app/deliveries/story-view.ts';

/** What happened, oldest first; then what comes next, drawn as not yet done. */
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
