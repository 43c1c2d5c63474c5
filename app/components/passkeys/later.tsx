import { type ComponentType, useEffect, useState } from 'react';

/**
 * Shows a part that only scripts can work, once its own module has come: it weighs nothing before. Without scripts, and where
 * the module does not come, the page is as if the part did not exist.
 * @param load always the same function
 */
export function Later<Props extends object>({
  load,
  ...props
}: Props & { load: () => Promise<{ default: ComponentType<Props> }> }) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  useEffect(() => {
    load().then(
      (module) => setPart(() => module.default),
      () => {},
    );
  }, [load]);
  return Part && <Part {...(props as unknown as Props)} />;
}
