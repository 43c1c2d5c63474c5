import { catalogue } from '../catalogue.ts';

/** What the dashboard says after Save. */
export const justSavedTexts = catalogue('just-saved', {
  heading: 'Kept.',
  saved: '“{title}” is in your vault. Nothing is sent until you choose who gets it, and when.',
  savedSeveral: '{count} items are in your vault. Nothing is sent until you choose who gets them, and when.',
  held: 'It’s private for now: before you share it with everyone, we ask once more whether it’s you.',
  heldSeveral:
    'They’re private for now: before you share one with everyone, on its page, we ask once more whether it’s you.',
  share: 'Share it publicly',
  cameraName: 'Its title is the name that a device gave. The people you send it to see the title.',
  schedule: 'Choose who and when',
  giveTitle: 'Give it a title',
  another: 'Add another',
  see: 'See it',
  seeAll: 'See them',
});
