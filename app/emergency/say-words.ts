import { sayPage, sayPart as texts } from '#messages/en/say-page.ts';
import { say } from '#messages/say.ts';
import type { ProtocolView } from '#services/emergency/protocol-view.ts';
import type { ContactWord } from '#services/emergency/say-view.ts';
import { momentOf, placedMoment } from '#services/mails/shared-sentences.ts';
import { shownName } from '#services/mails/words.ts';

/** What trusted contacts have a say in, in words. */
export interface SayWords {
  heading: string;
  /** What they have said, and then what they can do. */
  lines: string[];
  /** Names the page on which that is changed. */
  change: string;
}

export function sayWordsOf(protocol: ProtocolView): SayWords {
  return {
    heading: say(sayPage.heading),
    lines: [...saidIn(protocol), ...settingsIn(protocol)],
    change: say(texts.change),
  };
}

function saidIn(protocol: ProtocolView): string[] {
  const { words, heldUntil, confirmations, answerUntil, clock } = protocol;
  const has = (kind: ContactWord['kind']) => words.some((word) => word.kind === kind);
  return [
    ...words.map((word) => wordIn(word, protocol)),
    ...(heldUntil ? [say(texts.held, { until: momentOf(heldUntil, clock) })] : []),
    ...(has('confirmed') ? [say(texts.given, confirmations)] : []),
    ...(answerUntil ? [say(texts.answerUntil, { until: momentOf(answerUntil, clock) })] : []),
  ];
}

function wordIn({ kind, name, at }: ContactWord, { clock }: ProtocolView): string {
  return say(texts[kind], { name: shownName(name), when: placedMoment(at, clock) });
}

function settingsIn({ saySettings, confirmableFrom, clock }: ProtocolView): string[] {
  const { confirmationsNeeded: needed, unansweredAfterDays, contactsMayRaise, answerWithinDays } = saySettings;
  const lines = [
    ...(needed > 0 ? [say(texts.confirmations, { needed, days: unansweredAfterDays })] : []),
    ...(confirmableFrom ? [say(texts.confirmable, { first: momentOf(confirmableFrom, clock) })] : []),
    ...(contactsMayRaise ? [say(texts.raise, { days: answerWithinDays })] : []),
  ];
  return lines.length > 0 ? lines : [say(texts.none)];
}
