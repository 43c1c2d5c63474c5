import { catalogue } from '../catalogue.ts';

/** /schedule/:id/group: what changes for all people of a group who have not got theirs yet. */
export const scheduleGroup = catalogue('schedule-group', {
  title: 'Change for everyone · Stillhere',
  heading: 'Change for everyone',
  lead: '{waiting, plural, one {One person of this group hasn’t} other {# people of this group haven’t}} got theirs yet. What you fill in here is the same for {waiting, plural, one {them} other {each of them}}.',
  left: '{left, plural, one {One has gone out or ended, and stays} other {# have gone out or ended, and stay}} as it was.',
  language: 'Language',
  differs: 'It differs. Leave each as it is',
  differ: 'They differ. Leave this empty to keep each as it is.',
  saved: '{count, plural, one {Changed for one person} other {Changed for # people}}',
  remove: 'Delete all that wait',
  delete: {
    title: 'Delete for everyone · Stillhere',
    heading: 'Delete for everyone',
    question: 'Delete {waiting, plural, one {the delivery that waits} other {# deliveries that wait}}?',
    text: '“{title}” won’t be sent to {people}. It stays in your vault. What has gone out stays, too.',
    submit: 'Delete',
    cancel: 'Keep',
    done: '{count, plural, one {Deleted one delivery} other {Deleted # deliveries}}',
    failed: 'Error deleting deliveries. Nothing was changed. Please try again in a moment.',
  },
});
