import { catalogue } from '../catalogue.ts';

/** The pages behind a recipient's link. `type` is a kind of content (domain/content/content.ts). */
export const recipientPages = catalogue('recipient-pages', {
  invitation: {
    title:
      '{sender} {type, select, text {wrote to you} image {left a picture for you} video {left a video for you} audio {left a recording for you} other {left a file for you}}',
    heading:
      '{sender} {type, select, text {wrote to you} image {left a picture for you} video {left a video for you} audio {left a recording for you} other {left a file for you}}.',
    'heading-named':
      '{recipient}, {sender} {type, select, text {wrote to you} image {left a picture for you} video {left a video for you} audio {left a recording for you} other {left a file for you}}.',
    'sent-same-day': '{title}, {type, select, text {written} other {added}} on {written}.',
    'sent-today': '{title}, {type, select, text {written} other {added}} on {written} and kept for today, {sent}.',
    'sent-later': '{title}, {type, select, text {written} other {added}} on {written} and kept for you until {sent}.',
    open: 'Open the {type, select, text {letter} image {picture} video {video} audio {recording} other {file}}',
    first:
      'It opens on this page. You need no account. You can open it again {until}. You can save a copy for yourself.',
    again: 'It has been opened before. You can open it again {until}. You can save a copy for yourself.',
    refuse: 'This is not for me',
  },
  opened: {
    from: 'From {sender}',
    'from-to': 'From {sender}, to {recipient}',
    made: '{type, select, text {Written} other {Added}} on {written}',
    'save-copy': 'Save a copy',
    keep: 'You can open this page {until}. Whoever has its address can open it, so keep the message it came in. What you download stays with you for good.',
    'keep-letter':
      'You can open this page {until}. Whoever has its address can open it, so keep the message it came in. You can also print it.',
  },
  refuse: {
    title: 'This is not for me',
    heading: 'Not for you?',
    lead: '{sender} {type, select, text {wrote {title} to somebody} other {left {title} for somebody}} and gave us your address.',
    warning:
      'If you are not who it was meant for, we put the {type, select, text {letter} image {picture} video {video} audio {recording} other {file}} away unopened, this link stops working, and we tell {sender} that it reached the wrong person. This cannot be undone.',
    submit: 'Put it away: it is not for me',
    back: 'Back to the {type, select, text {letter} image {picture} video {video} audio {recording} other {file}}',
    'release-lead': '{sender} named you as somebody they trust, and gave us your address.',
    'release-warning':
      'If you are not who they meant, we put everything away unopened, this link stops working, and we tell {sender} that it reached the wrong person. This cannot be undone.',
    'release-back': 'Back',
  },
  refused: {
    title: 'Thank you',
    heading: 'Thank you for telling us.',
    lead: 'The {type, select, text {letter} image {picture} video {video} audio {recording} other {file}} was put away unopened, and this link opens nothing any more. We tell {sender} that it reached the wrong person.',
    'release-lead':
      'Everything was put away unopened, and this link opens nothing any more. We tell {sender} that it reached the wrong person.',
    advice: 'You need to do nothing else. You can delete the message.',
  },
  release: {
    title: '{sender} left something for you',
    heading: '{sender} left something for you.',
    'heading-named': '{recipient}, {sender} left something for you.',
    'opened-heading': 'What {sender} left for you',
    'silent-since':
      '{things}, set aside for the time when they stop answering. We have not heard from them since {since}.',
    'is-back':
      '{things}, set aside for the time when they stop answering. We have heard from {sender} again since it was sent.',
    open: 'Open what they left',
    first: 'It opens on this page. You need no account. You can open it again {until}. You can download all of it.',
    again: 'It has been opened before. You can open it again {until}. You can download all of it.',
    'download-all': 'Download all as one ZIP, {size}',
  },
  file: {
    name: '{name}, {size}',
    download: 'Download the {type, select, image {picture} video {video} audio {recording} other {file}}',
    away: 'We cannot reach this {type, select, image {picture} video {video} audio {recording} other {file}} just now. Nothing was lost.',
    'try-again': 'Try again',
    'once-downloaded': 'It opens on your device once you have downloaded it.',
    'if-silent':
      'If it does not play here, download the {type, select, video {video} other {recording}} and open it on your device.',
    'few-show': 'Most browsers do not {type, select, image {show} other {play}} {format} files.',
    'few-show-unnamed': 'Most browsers do not {type, select, image {show} other {play}} files like this one.',
    'small-picture': 'This is a small picture {type, select, image {of} other {from}} it.',
    'download-and-open':
      'Download the {type, select, image {picture} video {video} other {recording}} and open it on your device.',
  },
  copy: {
    written: 'Written on {written}, kept by Stillhere until {sent}',
    letter: 'Letter',
    'archive-name': 'From {sender}',
    'not-in-archive': 'Not in this archive',
    damaged: 'This was changed or damaged where we keep it, so it is not in this archive:',
    'damaged-known': 'We have been told and look into it.',
    away: 'We cannot reach what was sent to you just now. Nothing was lost.',
  },
  'no-such-button': 'This page has no such button.',
  trouble: {
    'not-now': 'We cannot open it at this moment.',
    ours: 'Something on our side is not working. What was sent to you is safe.',
    'open-again': 'Nothing was lost. Please open the link in the message again, and use the buttons on its page.',
    'reply-and-say':
      'If you came by the button in a message and still see this page, please reply to that message and say so.',
    gone: 'This is no longer here.',
    'ask-sender': 'Whoever sent it can send it to you again. If you know them, please ask them.',
    opened: 'This has been opened.',
    'open-with-same-link': 'You can open it again with the same link.',
    'many-links':
      'Many links that open nothing came from where you are. Yours is not one of them if you open it from the message.',
    damaged: 'We refuse to show this.',
    'tell-sender':
      'If you know who sent it, please tell them: they may have it elsewhere, and can send it to you again.',
  },
});
