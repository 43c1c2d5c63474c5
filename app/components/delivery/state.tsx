import { Mark } from '#app/components/glyphs.tsx';
import type { ShownDelivery } from '#app/deliveries/shown-delivery.ts';

/** The state of a delivery: a shape, a word, and a sentence where there is more to say. */
export function DeliveryState({ delivery: { state } }: { delivery: ShownDelivery }) {
  return (
    <p className="st-line">
      <span className={`status ${state.look}`}>
        <Mark name={state.mark} />
        {state.word}
      </span>
      {state.sentence && <span className="soft">{state.sentence}</span>}
    </p>
  );
}
