import { catalogue } from '../catalogue.ts';

/**
 * The line of stages, with dates as text. The browser fetches it when the days are edited, so it has only what the line
 * needs.
 */
export const emergencyLine = catalogue('emergency-line', {
  stages: ['Armed', 'Reminding', 'Missed', 'Last call', 'Released'],
  caption: {
    undated: {
      heading: 'What will happen, once it runs',
      scale: 'No dates yet. They appear here when it runs.',
      label: 'The line of stages without dates, because the protocol is not running.',
    },
    heading: 'What would happen, and when',
    headingReleased: 'What happened, and when',
    scale: 'Drawn to scale. {place} time.',
    scaleHurried: 'Drawn to scale. {place} time, in short days.',
    label:
      'The line of stages, drawn to scale over {days, plural, one {# day} other {# days}}. The dates stand beside it.',
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
    quiet: 'Quiet. Nothing is sent to anyone.',
    amber: 'Quiet. Nothing is sent to anyone. From {date}, past halfway, this page is amber.',
    since: 'since {date}',
    pausedUntil: 'paused until {date}',
    afterPause: 'Silence counts from then on.',
    fromSaving: 'from when you save',
    fromSwitching: 'from when you switch it on',
  },
  reminders: {
    ahead:
      '{count, plural, =0 {No emails} =1 {One email} =2 {Two emails} =3 {Three emails} =4 {Four emails} other {# emails}} to you. One tap answers.',
    begun:
      '{count, plural, =0 {No emails} =1 {One email} =2 {Two emails} =3 {Three emails} =4 {Four emails} other {# emails}} to you, {sent, plural, =1 {one} =2 {two} =3 {three} =4 {four} other {#}} of them sent. One tap answers.',
    sent: '{count, plural, =0 {No emails} =1 {One email} =2 {Two emails} =3 {Three emails} =4 {Four emails} other {# emails}} sent to you. One tap answers.',
  },
  undated: {
    armed: 'from the first day',
    reminding: 'in the last {span}',
    missed: 'after {days, plural, one {# day} other {# days}}',
    afterMissed: '{span} after Missed',
    contactsTold: 'Your contacts are told that we have not heard from you.',
    released: 'What you set aside goes to your contacts.',
  },
  late: {
    told: '{count, plural, =0 {Your contacts are} one {{names} is} other {{names} are}} told we have not heard from you.',
    wereTold:
      '{count, plural, =0 {Your contacts were} one {{names} was} other {{names} were}} told we have not heard from you.',
    lastCall: 'One last email to you.',
    goes: '{items, plural, =0 {nothing goes} one {# item goes} other {# items go}} to {count, plural, =0 {Your contacts} other {{names}}}.',
    gone: 'What you set aside has gone out.',
  },
});

/** What would happen, in sentences. */
export const emergencySentences = catalogue('emergency-sentences', {
  atEnd: 'The line has reached its end.',
  ahead:
    '{isActive, select, yes {Unless you check in} other {If you switched it on now and never checked in}}, {count, plural, one {{names} is} other {{names} are}} told on {missed} that we have not heard from you, and {items, plural, =0 {nothing goes} one {# item goes} other {# items go}} to {count, plural, one {{names}} other {them}} on {released}.',
  missed:
    '{count, plural, one {{names} was} other {{names} were}} told on {missed} that we have not heard from you. {isActive, select, yes {Unless you check in} other {If you switched it on now and never checked in}}, {items, plural, =0 {nothing goes} one {# item goes} other {# items go}} to {count, plural, one {{names}} other {them}} on {released}.',
  moved:
    'If you save {days, plural, one {# day} other {# days}} now, {count, plural, one {your contact is} other {your contacts are}} told on {date}.',
  movedFrom:
    'If you save {days, plural, one {# day} other {# days}} now, {count, plural, one {your contact is} other {your contacts are}} told on {date} instead of {before}.',
  arming: {
    undated:
      'It will not run yet, because something is missing. It starts by itself when everything is there. Until then, we don’t count days and contact nobody.',
    rest: 'Before that we remind you. Signing in counts as a check-in, and so does anything you change here.',
  },
  disarming: 'Nothing is counted any more, and nobody is told anything, until you switch it on again.',
  disarmingTold:
    'Nothing is counted any more, and nobody is told anything, until you switch it on again. Whoever was told hears that all is well.',
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
