import { createElement, type ReactNode } from 'react';
import { storageHelp } from '#messages/en/create.ts';
import { sayRich } from '#messages/say.ts';

/**
 * How to make room in a full vault. Its links open in a new tab, so that unsaved input stays on this page.
 * @param plans that would have room, cheapest first
 */
export function StorageHelp({ plans: [plan] }: { plans: readonly string[] }) {
  const tags = { contents: newTab('/dashboard/content') };
  return (
    <p className="small soft">
      {plan
        ? sayRich(storageHelp.removeOrChoose, { ...tags, plan, pricing: newTab('/pricing?to=/create') })
        : sayRich(storageHelp.remove, tags)}
    </p>
  );
}

function newTab(href: string) {
  // As arguments the children need no keys: one is an element, from the tag within this one.
  return (children: ReactNode[]) => createElement('a', { href, target: '_blank', rel: 'noopener' }, ...children);
}
