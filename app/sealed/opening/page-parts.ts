/** The parts of the page, which the server has written with all their texts: this script shows and hides them. */

/** @throws Error where the server wrote another page */
export function part<E extends HTMLElement = HTMLElement>(name: string): E {
  const found = document.querySelector<E>(`[data-part="${name}"]`);
  if (!found) throw new Error(`The page has no part ${name}.`);
  return found;
}

export function show(name: string, isShown = true): void {
  part(name).hidden = !isShown;
}

/** Says what is wrong, where a screen reader hears it. @param name of its text; null for nothing */
export function say(name: string | null): void {
  const place = part('trouble');
  const text = name && document.querySelector<HTMLTemplateElement>(`template[data-text="${name}"]`);
  place.replaceChildren(...(text ? [text.content.cloneNode(true)] : []));
  place.hidden = !text;
}
