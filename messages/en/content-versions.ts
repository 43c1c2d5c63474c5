import { catalogue } from '../catalogue.ts';

/** The earlier versions of a letter. */
export const contentVersions = catalogue('content-versions', {
  title: 'Earlier versions · Stillhere',
  heading: 'Earlier versions',
  lead: 'Each time you save this letter, we keep the version before. We keep the last 20. They count as storage. When your vault is full, the oldest go first.',
  none: 'This letter has no earlier versions.',
  saved: 'Saved on {moment}',
  back: 'Back to the letter',
  backToList: 'All earlier versions',
  restore: 'Restore this version',
  restoreHelp: 'The letter as it is now becomes an earlier version.',
  delete: {
    button: 'Delete earlier versions',
    title: 'Delete earlier versions · Stillhere',
    heading: 'Delete all earlier versions of this letter?',
    text: 'The letter stays as it is now. Its earlier versions are deleted. This action cannot be undone.',
    confirm: 'Delete them',
    cancel: 'Keep them',
  },
});

export const contentVersionReplies = catalogue('content-versions-replies', {
  restored: 'Version restored',
  notRestored: 'Failed to update',
  deleted: 'Earlier versions deleted',
});
