import { catalogue } from '../catalogue.ts';

const THINGS = '{count, plural, one {# thing} other {# things}}';

/** What each contact receives, in a sentence. Only the server says it. */
export const planSentences = catalogue('release-plan-sentences', {
  receives: '{name} receives {list}.',
  nothing: '{name} receives nothing.',
  witness: '{name} is a witness: they are told that it has happened, and receive nothing.',
  /** The parts of the list; the first one names what is counted. */
  firstOn: `${THINGS} on {date}`,
  firstAtOnce: `${THINGS} at the release`,
  after: `${THINGS} {days, plural, one {# day} other {# days}} after the release`,
  nextOn: '{count} on {date}',
});

/** /emergency/plan, without the frame of its form. Only the server says it. */
export const planView = catalogue('release-plan-view', {
  leads: {
    dated: 'If you don’t check in again, the release is on {moment}. Each check-in moves every date on this page.',
    undated: 'The dates appear here once your emergency protocol is running.',
    released: 'Your emergency protocol has ended, so the plan can’t be changed. Choose “I’m back” to start again.',
  },
  chip: {
    atRelease: 'at the release',
    after: '{days, plural, one {# day after} other {# days after}}',
    afterInYear: '{year}, {days, plural, one {# day after} other {# days after}}',
    undated: 'At the release',
  },
  days: {
    atRelease: `${THINGS}, at the release`,
    after: `${THINGS}, {days, plural, one {# day after} other {# days after}}`,
    share: `{name}: ${THINGS}.`,
  },
  nobody: {
    some: '{count, plural, one {# of your {total} things is} other {# of your {total} things are}} not in this plan. If the protocol reaches its end, nobody receives {count, plural, one {it} other {them}}.',
    all: 'Everything that you have saved is in this plan.',
    empty: 'Nothing is in this plan yet. If the protocol reaches its end, nobody receives anything.',
  },
  nothing: {
    person: 'You have chosen nothing for them. To change that, press “No” beside their name.',
    witness: 'A witness, as you chose. We tell them that it has happened, and when.',
    none: 'Each of your contacts receives something.',
    noContacts: 'You have no trusted contacts yet.',
  },
  answers: {
    saved: 'Plan saved!',
    notSaved: 'The plan was not saved',
    days: 'Please enter a whole number of days from {min} to {max}',
    forNobody:
      '“{title}” would go to nobody. Choose at least one person for it, or take it out of Emergency Content instead.',
  },
});

/** /emergency/plan: the headings, and the form. */
export const planPage = catalogue('release-plan-page', {
  title: 'Who gets what, and when · Stillhere',
  back: 'Emergency Protocol',
  heading: 'Who gets what, and when',
  plan: 'The plan',
  caption: 'People down, things across. Each cell says when this person receives this thing.',
  contact: 'Trusted contact',
  about: '<hidden>{title} for {name}: </hidden>',
  legend: '{title}, for {name}',
  witness: 'A witness never receives content. <edit>Change this</edit>',
  no: 'No',
  atRelease: 'At the release',
  later: 'Some days after it',
  days: 'Days after <opt>({min} to {max})</opt>',
  save: 'Save the plan',
  cancel: 'Cancel',
  hint: 'Press a day, or a “No”, to change it. Nothing changes until you save.',
  older: 'Show older items',
  byDay: 'Day by day',
  byDayAside: 'One message for each person and day.',
  nobody: 'What nobody gets',
  stay: 'It stays in your vault. Deliveries that you scheduled for a day still go out on that day.',
  add: 'Add Content',
  nothing: 'Who gets nothing',
  people: 'Add people on your <profile>Profile</profile>.',
  know: 'Good to know',
  fresh: {
    strong: 'New things go to everyone.',
    text: 'Something that you add to Emergency Content goes to each contact at the release, until you choose here. Witnesses never receive it.',
  },
  remove: {
    strong: 'To give something to nobody,',
    text: 'take it out of <emergency>Emergency Content</emergency>.',
  },
  removed: {
    strong: 'If you delete a contact,',
    text: 'what only they would receive is taken out of Emergency Content. It never goes to somebody else instead.',
  },
});
