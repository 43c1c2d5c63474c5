/** As many bars as a player shows. */
export const PEAKS = 120;
const STEPS_PER_SECOND = 50;

/** Sums up sound as it comes: a number for each fiftieth of a second, however long it is. */
export class Loudness {
  readonly #steps: number[] = [];
  readonly #samplesPerStep: number;
  #sum = 0;
  #count = 0;

  /** @param rate samples in a second */
  constructor(rate: number) {
    this.#samplesPerStep = rate / STEPS_PER_SECOND;
  }

  /** @param samples of one channel, 16 bits each */
  hear(samples: Buffer): void {
    for (let at = 0; at + 2 <= samples.length; at += 2) {
      const sample = samples.readInt16LE(at);
      this.#sum += sample * sample;
      if (++this.#count >= this.#samplesPerStep) this.#finishStep();
    }
  }

  /** @returns PEAKS bytes, the loudest of them 255; null when nothing was heard */
  peaks(): Buffer | null {
    if (this.#count > 0) this.#finishStep();
    const steps = this.#steps;
    if (steps.length === 0) return null;
    const bars = Array.from({ length: PEAKS }, (_, index) => {
      const from = Math.floor((index * steps.length) / PEAKS);
      const to = Math.max(from + 1, Math.floor(((index + 1) * steps.length) / PEAKS));
      return steps.slice(from, to).reduce((most, step) => Math.max(most, step), 0);
    });
    const loudest = Math.max(...bars, 1);
    return Buffer.from(bars.map((bar) => Math.round((bar * 255) / loudest)));
  }

  #finishStep(): void {
    this.#steps.push(Math.sqrt(this.#sum / this.#count));
    this.#sum = 0;
    this.#count = 0;
  }
}
