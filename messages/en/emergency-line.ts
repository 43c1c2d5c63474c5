import { catalogue } from '../catalogue.ts';

const TIMES = '{count, plural, =1 {once} =2 {twice} =3 {three times} =4 {four times} other {# times}}';

/**
 * The line of stages, with dates as text. The browser fetches it when the days are edited, so it has only what the line
 * needs.
 */
export const emergencyLine = catalogue('emergency-line', {
  stages: ['Quiet', 'Reminders', 'Check-in missed', 'Last reminder', 'Everything sent'],
  caption: {
    undated: {
      heading: 'What will happen once it’s running',
      scale: 'The dates appear here once it’s running.',
      label: 'The stages without dates, because the protocol isn’t running.',
    },
    heading: 'What would happen, and when',
    headingReleased: 'What happened, and when',
    scale: 'Drawn to scale. {place} time.',
    scaleHurried: 'Drawn to scale. {place} time, in short days.',
    label:
      'The stages, drawn to scale over {days, plural, one {# day} other {# days}}. Each stage is listed with its date.',
    saved: 'saved: {days, plural, one {# day} other {# days}}',
    halfway: 'halfway',
  },
  now: {
    today: 'Today, {date}',
    todayOfLine: 'Today, {date}, day {day}',
    now: 'Now, {date}',
    nowOfLine: 'Now, {date}, day {day}',
    day: 'day {day}',
  },
  armed: {
    quiet: 'We don’t email anyone.',
    amber: 'We don’t email anyone. From {date}, past halfway, this page turns amber.',
    since: 'since {date}',
    pausedUntil: 'paused until {date}',
    afterPause: 'We start counting again then.',
    fromSaving: 'from when you save',
    fromSwitching: 'from when you switch it on',
  },
  reminders: {
    ahead: `{count, plural, =0 {No emails.} other {We email you ${TIMES}.}} One tap resets the clock.`,
    begun: 'We’ve sent you {sent} of {count} emails. One tap resets the clock.',
    sent: `We’ve emailed you ${TIMES}. One tap resets the clock.`,
  },
  undated: {
    armed: 'from the first day',
    reminding: 'in the last {span}',
    missed: 'after {days, plural, one {# day} other {# days}}',
    afterMissed: '{span} after the missed check-in',
    contactsTold: 'We tell your contacts that we haven’t heard from you.',
    released: 'Your contacts receive your emergency content.',
  },
  late: {
    told: 'We tell {count, plural, =0 {your contacts} other {{names}}} that we haven’t heard from you.',
    telling: 'We’re now telling {count, plural, =0 {your contacts} other {{names}}} that we haven’t heard from you.',
    wereTold: 'We told {count, plural, =0 {your contacts} other {{names}}} that we hadn’t heard from you.',
    lastCall: 'One last email to you.',
    goes: '{count, plural, =0 {Your contacts receive} one {{names} receives} other {{names} receive}} {items, plural, =0 {nothing} one {# item} other {# items}}.',
    planned: 'Each contact receives what you chose for them.',
    gone: 'Your emergency content has been sent.',
  },
});

/** Whom we send what, and when, inside a sentence. */
const WHAT =
  '{planned, select, yes {{count, plural, one {{names}} other {them}} what you chose, from {released} on} other {{count, plural, one {{names}} other {them}} {items, plural, one {# item} other {# items}} on {released}}}';

/** What would happen, in sentences. A protocol with dates has contacts and items, or has ended. */
export const emergencySentences = catalogue('emergency-sentences', {
  atEnd: 'If you’re here, press I’m back. Anything unopened is then locked again.',
  ahead: `{isActive, select, yes {Unless you check in, we’ll} other {If you switched it on now and never checked in, we’d}} tell {names} on {missed} that we haven’t heard from you, and send ${WHAT}.`,
  telling: `We’re now telling {names} that we haven’t heard from you. Unless you check in, we’ll send ${WHAT}.`,
  missed: `We told {names} on {missed} that we hadn’t heard from you. Unless you check in, we’ll send ${WHAT}.`,
  person: { dates: '{name}: {dates}', nothing: '{name}: nothing' },
  moved:
    'With {days, plural, one {# day} other {# days}}, your next deadline to check in would be {date}. Nothing changes until you save.',
  movedFrom:
    'With {days, plural, one {# day} other {# days}}, your next deadline to check in would be {date} instead of {before}. Nothing changes until you save.',
  arming: {
    undated:
      'It won’t run yet, because something is missing. It starts by itself once everything is there. Until then, we don’t count days and contact nobody.',
    rest: 'We remind you first. Signing in counts as a check-in, and so does anything you change here. Looking at pages doesn’t.',
  },
  short: 'With {days} days, a week in hospital or without a phone can set it off.',
  shortening: {
    inactive: 'You’d have {days, plural, one {# day} other {# days}} to check in, instead of {before}.',
    safety:
      'After a missed check-in you’d have {days, plural, one {# day} other {# days}} to stop everything, instead of {before}.',
    dates:
      'Unless you check in again, we’d tell your contacts on {missed} and send them your emergency content on {released}.',
  },
  disarming: 'We’ll stop counting days, and contact nobody until you switch it on again.',
  disarmingTold:
    'We’ll stop counting days, and contact nobody until you switch it on again. First, we write again to everyone who heard from us, to say that it was switched off.',
});

/** Dates, names and spans in the texts of the protocol. */
export const emergencyWords = catalogue('emergency-words', {
  moment: '{date}, {clock}',
  daysOfMonth: '{days} {month}',
  days: '{count, plural, one {# day} other {# days}}',
  hours: '{count, plural, one {# hour} other {# hours}}',
  others: '{count, plural, other {# others}}',
  nobody: 'nobody',
});
