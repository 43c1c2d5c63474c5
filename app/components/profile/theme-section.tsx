import { ThemeChoice } from '#app/components/theme-choice.tsx';

/** By day or by lamplight, in this browser. */
export function ThemeSection() {
  return (
    <section className="spread" aria-labelledby="h-theme">
      <div className="aside">
        <h2 id="h-theme">Light or dark</h2>
        <p>In this browser. “System” follows what your device says.</p>
      </div>
      <div className="body">
        <ThemeChoice />
      </div>
    </section>
  );
}
