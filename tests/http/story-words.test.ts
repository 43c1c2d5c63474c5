/** What the page of a delivery says, in the owner's time zone, about everything that can happen to a delivery. */
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '#app/api/examples.ts';
import { goesAgainTo } from '#app/deliveries/shown-delivery.ts';
import { storyView } from '#app/deliveries/story-view.ts';
import { STORY_KINDS, sentenceOf } from '#app/deliveries/story-words.ts';
import { FAILURE_CODES } from '#domain/delivery/delivery.ts';
import { failureReasons } from '#messages/en/delivery-terms.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import type { DeliveryStory, StoryEntry, Trying } from '#services/deliveries/story.ts';

const SENT = '2026-05-04T08:00:00.000Z';
const NOW = '2026-05-04T09:00:00.000Z';
const delivery = { recipient: 'Ana', address: 'ana@example.com', type: 'text', timeZone: 'Europe/Lisbon' } as const;

const entry = (change: Partial<StoryEntry> = {}): StoryEntry => ({
  ...{ at: SENT, kind: 'sent', by: 'stillhere', channel: 'email', code: null },
  ...{ until: null, unconfirmed: false, new_link: false },
  ...change,
});
function view(delivery: Partial<DeliveryView> = {}, story: Partial<DeliveryStory> = {}) {
  const whole = { ...(EXAMPLES.findDelivery?.answer as DeliveryView), ...delivery };
  const rest = { type: 'text' as const, entries: [], revision: 1, channel: 'email' as const, trying: null, group: [] };
  return storyView({ delivery: whole, ...rest, isStopped: false, ...story }, 'Europe/Lisbon', NOW);
}
const trying = (change: Partial<Trying>): Trying => ({
  ...{ tries: 1, newest: 'rejected', channel: 'email', next_at: '2026-05-04T09:30:00.000Z' },
  ...change,
});
const sent: Partial<DeliveryView> = {
  status: 'sent',
  scheduled_time: SENT,
  link: { state: 'open', expires_at: '2028-05-04T08:00:00.000Z' },
};

test.each(STORY_KINDS)('%s has whole sentences', (kind) => {
  for (const code of [null, ...FAILURE_CODES])
    expect(sentenceOf(entry({ kind, code, ...(kind === 'fell-back' && { channel: 'whatsapp' }) }), delivery)).toMatch(
      /^[A-Z][^{}]+[a-z]\.$/,
    );
});

test('what is asked about is the address, or the number where it goes by WhatsApp', () => {
  const asked = (delivery_type: 'email' | 'whatsapp') => view({ asks_address: true, delivery_type }).delivery.question;
  expect([asked('email'), asked('whatsapp'), view().delivery.question]).toEqual([
    'Is this address still right?',
    'Is this number still right?',
    '',
  ]);
  const said = (channel: 'email' | 'whatsapp' | null) =>
    sentenceOf(entry({ kind: 'address-holds', channel }), delivery);
  expect(said('whatsapp')).toBe('You said that the number is still right.');
  expect(said(null)).toBe('You said that the address is still right.');
});

describe('what comes next', () => {
  const next = (delivery: Partial<DeliveryView>, change: Partial<Trying>) => {
    const { when, words } = view(delivery, { trying: trying(change) }).lines.at(-1) ?? {};
    return [when, words];
  };
  const due = { scheduled_time: SENT };

  test('is its time, or the next try, in the zone of its owner', () => {
    const ahead = { scheduled_time: '2031-05-04T08:00:00.000Z' };
    expect(next(ahead, { tries: 0, newest: null })).toEqual(['4 May 2031 at 09:00', 'We’ll send it by email.']);
    expect(next(due, { tries: 2 })).toEqual([
      '4 May 2026 at 10:30',
      'We’ll try again by email. We’ve tried twice, and it wasn’t accepted.',
    ]);
    expect(next(due, { newest: 'unknown', channel: 'whatsapp' })[1]).toContain(
      'tried once by WhatsApp and haven’t heard',
    );
  });

  test('is now, where the hour has passed', () => {
    expect(next(due, { tries: 0, newest: null, next_at: SENT })).toEqual([
      'Now',
      'It’s waiting to go out to Ana by email.',
    ]);
    expect(view({ ...sent, ...due }).lines).toEqual([]);
  });

  test('is now, and on no way yet, where operators hold what nobody has tried', () => {
    const held = { tries: 0, newest: null, next_at: '2026-06-03T08:00:00.000Z' };
    expect(next(due, held)).toEqual(['Now', 'It’s waiting to go out to Ana by email.']);
    const said = (change: Partial<DeliveryView>) => {
      const { word, sentence } = view({ ...due, ...change }).delivery.state;
      return [word, sentence];
    };
    expect(said({})).toEqual(['Pending', 'Waiting to go out.']);
    expect(said({ sent_at: SENT })).toEqual(['Pending', 'Waiting to go out again.']);
    expect(said({ tried: true })).toEqual(['Pending', 'On its way.']);
    expect(said({ delayed: true })).toEqual(['Delayed: we keep trying', '']);
  });
});

test('lists name the zone of a delivery where it is not that of its owner', () => {
  const due = { scheduled_time: SENT, recipient_name: null };
  const line = (time_zone: string) => view({ ...due, time_zone }).delivery.line;
  expect(line('Asia/Tokyo')).toBe('Monday 4 May 2026 at 17:00 (Tokyo), to ana@example.com');
  expect(line('Europe/Lisbon')).toBe('Monday 4 May 2026 at 09:00, to ana@example.com');
});

describe('what was taken and is not known to have arrived', () => {
  const taken = { ...sent, sent_at: SENT, delivered_at: null, opened_at: null } as const;
  const phone = { ...taken, delivery_type: 'whatsapp', recipient_phone_grouped: '+351 912 345 678' } as const;

  test('is not taken for delivered', () => {
    expect(view(taken).delivery.state.sentence).toBe('We haven’t heard yet whether it arrived.');
    expect(view({ ...taken, delivered_at: SENT }).delivery.state.sentence).toBe('Delivered at 08:00');
  });

  test('by WhatsApp goes by email in the end, and the page says when', () => {
    const next = view(phone).lines.map(({ when, words, look }) => [when, words, look]);
    const words = 'If WhatsApp hasn’t confirmed by then that it arrived, we’ll send it by email.';
    expect(next).toEqual([['6 May 2026 at 09:00', words, 'to-come']]);
    const heard = [{ delivered_at: SENT }, { opened_at: SENT }, { fell_back_at: SENT }, { status: 'failed' }] as const;
    for (const change of heard) expect(view({ ...phone, ...change }).lines).toEqual([]);
    expect(view({ ...phone, link: { state: 'revoked', expires_at: null } }).lines).toEqual([]);
    expect(view(taken).lines).toEqual([]);
  });
});

describe('the page', () => {
  test('names where it went, and that it was another way than was asked for', () => {
    const phone = { delivery_type: 'whatsapp', recipient_phone_grouped: '+351 912 345 678' } as const;
    expect(view(phone).lead).toBe('To Ana, +351 912 345 678, by WhatsApp');
    expect(view({ ...phone, fell_back_at: SENT }).lead).toBe('To Ana, ana@example.com, by email instead of WhatsApp');
    expect(view({ ...sent, ...phone }, { channel: 'whatsapp' }).again).toContain('+351 912 345 678 by WhatsApp again');
    expect(view({ ...sent, ...phone, fell_back_at: SENT }).again).toContain('to ana@example.com again');
  });

  test('names both addresses of what is tried again by WhatsApp, and the one of an email', () => {
    const failed = (change: Partial<DeliveryView>) => goesAgainTo(view({ status: 'failed', ...change }).delivery);
    const phone = {
      delivery_type: 'whatsapp',
      recipient_phone_grouped: '+351 912 345 678',
      fell_back_at: SENT,
    } as const;
    expect(failed(phone)).toBe('Ana, +351 912 345 678, by WhatsApp, or, failing that, by email to ana@example.com');
    expect(failed({})).toBe('Ana, ana@example.com, by email');
  });

  test('offers what can be done, and nothing of a release', () => {
    expect(view(sent)).toMatchObject({ link: expect.stringContaining('until 4 May 2028'), again: expect.any(String) });
    expect(view(sent).link).toMatch(/Extend it to keep it open for 2 years/);
    expect(view({ ...sent, status: 'pending' }).link).not.toContain('Extend');
    expect(view({ ...sent, link: { state: 'revoked', expires_at: null } }).again).toContain('a new link');
    expect(view({ ...sent, content_id: null })).toMatchObject({ again: null });
    expect(view({ ...sent, origin: 'release', content_id: null })).toMatchObject({ link: null, again: null });
    expect(view()).toMatchObject({ link: null, again: null });
  });

  test('says how long the link works: before it is sent, and where it has no end', () => {
    expect(view().ahead).toBe('After it is sent, its link works for 2 years.');
    expect(view({ link_years: null }).ahead).toBe('After it is sent, its link works for as long as Stillhere exists.');
    expect(view({ ...sent, changeable: false })).toMatchObject({ ahead: null, isExtendable: true });
    const endless = view({ ...sent, link_years: null, link: { state: 'open', expires_at: null } });
    expect(endless).toMatchObject({
      isExtendable: false,
      link: expect.stringContaining('as long as Stillhere exists'),
    });
    expect(endless.again).toContain('which then works for as long as Stillhere exists.');
    expect(view({ ...sent, link_years: 20 }).again).toContain('which then works for 20 years.');
  });

  test('says who extended the link', () => {
    const until = '2028-05-04T08:00:00.000Z';
    const said = (by: 'owner' | 'recipient') => sentenceOf(entry({ kind: 'link-extended', by, until }), delivery);
    expect(said('owner')).toBe('You extended the link: it works until 4 May 2028.');
    expect(said('recipient')).toBe('The link was extended from the recipient’s page. It works until 4 May 2028.');
  });

  test('says that operators sent it again, and whether the link is new', () => {
    const said = (by: 'owner' | 'operator', newLink: boolean) =>
      sentenceOf(entry({ kind: 'resent', by, new_link: newLink }), delivery);
    expect(said('operator', false)).toBe('We sent it again.');
    expect(said('operator', true)).toBe('We sent it again, to another address and with a new link.');
    expect(said('owner', true)).toBe('You sent it again, with a new link.');
  });

  test('says until when it waits after it came back', () => {
    const until = '2026-05-11T08:00:00.000Z';
    const [line] = view({}, { entries: [entry({ kind: 'came-back', until })] }).lines;
    expect(line?.words).toMatch(/^It came back from their mailbox. We try again on .*11 May 2026/);
  });

  test('says nothing of a link that nobody has', () => {
    const bounced = {
      ...sent,
      status: 'failed',
      failure: { code: 'bounced', text: say(failureReasons.bounced) },
    } as const;
    expect(view(bounced).link).toBeNull();
    expect(view(bounced, { entries: [entry({ kind: 'delivered' })] }).link).not.toBeNull();
    const reported = { ...bounced, failure: { code: 'reported', text: say(failureReasons.reported) } } as const;
    expect(view(reported).link).not.toBeNull();
  });

  test('tells once that its recipient refused it', () => {
    const entries = [entry({ kind: 'link-refused' }), entry({ kind: 'failed', code: 'refused' })];
    expect(view({}, { entries }).lines.map(({ look }) => look)).toEqual(['is-danger']);
  });
});

describe('a recipient who wants nothing more', () => {
  test('is named on the page of a delivery that waits, with what the owner can do', () => {
    expect(view({}, { isStopped: true }).stopped).toBe(
      'Ana asked us to send them nothing more. Unless they change their mind, this won’t be sent. You can talk to them yourself.',
    );
    expect(view({}).stopped).toBeNull();
  });
});

test('a message over the day’s number says until when it waits', () => {
  const held = entry({ kind: 'held', channel: null, until: '2026-05-05T07:00:00.000Z' });
  expect(sentenceOf(held, delivery)).toBe(
    'It waits until 5 May 2026 at 08:00, because we send only a few messages a day to one address.',
  );
});
