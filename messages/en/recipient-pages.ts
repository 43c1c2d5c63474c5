import { catalogue } from '../catalogue.ts';

/** The pages behind a recipient's link. `type` is a kind of content (domain/content/content.ts). */
export const recipientPages = catalogue('recipient-pages', {
  /** How long it can be opened, inside a sentence. The sender of a release may have died. */
  until: {
    owner: 'until {date}, unless {sender} withdraws it',
    release: 'until {date}',
    'owner-endless': 'for as long as Stillhere exists, unless {sender} withdraws it',
    'release-endless': 'for as long as Stillhere exists',
  },
  invitation: {
    title:
      '{sender} {type, select, text {wrote to you} image {left a picture for you} video {left a video for you} audio {left a recording for you} other {left a file for you}}',
    heading:
      '{sender} {type, select, text {wrote to you} image {left a picture for you} video {left a video for you} audio {left a recording for you} other {left a file for you}}.',
    'heading-named':
      '{recipient}, {sender} {type, select, text {wrote to you} image {left a picture for you} video {left a video for you} audio {left a recording for you} other {left a file for you}}.',
    'sent-for': 'Sent by Stillhere for {person}. <check>How to check that this is genuine</check>',
    'sent-same-day': '{title}, {type, select, text {written} other {added}} on {written}.',
    'sent-today':
      '{title}, {type, select, text {written} other {added}} on {written} and kept for you until today, {sent}.',
    'sent-later': '{title}, {type, select, text {written} other {added}} on {written} and kept for you until {sent}.',
    open: 'Open the {type, select, text {letter} image {picture} video {video} audio {recording} other {file}}',
    first: 'It opens on this page. You don’t need an account. You can open it again {until}. You can also save a copy.',
    again: 'It has been opened before. You can open it again {until}. You can also save a copy.',
    /** What the page of the delivery shows its owner. */
    seen: '{sender} can see when it’s first opened or saved.',
    refuse: 'This is not for me',
  },
  opened: {
    from: 'From {person}',
    'from-to': 'From {person}, to {recipient}',
    made: '{type, select, text {Written} other {Added}} on {written}',
    pages: 'Pages',
    part: 'This page shows {shown, number} of {count, number} items.',
    'first-page': 'First page',
    'next-page': 'Next page',
    'save-copy': 'Save a copy',
    extend: 'Keep this page open until {until}',
    keep: 'You can open this page {until}. Anyone with this link can open it, so keep the message safe. What you download is yours for good.',
    'keep-letter':
      'You can open this page {until}. Anyone with this link can open it, so keep the message safe. You can also print this page.',
  },
  refuse: {
    title: 'This is not for me',
    heading: 'Not for you?',
    lead: '{sender} {type, select, text {wrote {title} to someone} other {left {title} for someone}} and gave us your address.',
    warning:
      'If it isn’t meant for you, we close the {type, select, text {letter} image {picture} video {video} audio {recording} other {file}} unread. This link stops working, and we tell {sender} that it reached the wrong person. This can’t be undone.',
    submit: 'This isn’t for me: close it',
    back: 'Back to the {type, select, text {letter} image {picture} video {video} audio {recording} other {file}}',
    'release-lead': '{sender} named you as a trusted contact, and gave us your address.',
    'release-warning':
      'If it isn’t meant for you, we close everything unread, and this link stops working. This can’t be undone.',
    'release-back': 'Back',
    'several-lead': '{sender} left several things for someone and gave us your address.',
    'several-warning':
      'If they aren’t meant for you, we close everything unread. This link stops working, and we tell {sender} that it reached the wrong person. This can’t be undone.',
  },
  refused: {
    title: 'Thank you',
    heading: 'Thank you for telling us.',
    lead: 'We closed the {type, select, text {letter} image {picture} video {video} audio {recording} other {file}} unread, and this link no longer works. We’ll tell {sender} that it reached the wrong person.',
    'release-lead': 'We closed everything unread, and this link no longer works.',
    'several-lead':
      'We closed everything unread, and this link no longer works. We’ll tell {sender} that it reached the wrong person.',
    advice: 'You don’t need to do anything else. You can delete the message.',
  },
  /** "Not now". */
  later: {
    lead: 'Not now? We can remind you:',
    noted: 'We’ll remind you on {date}. You can choose another day:',
    choices: { week: 'In a week', month: 'In a month', year: 'In a year' },
    heading: 'It can wait.',
    done: 'We’ll write to you on {date}, with the same link.',
    meanwhile: 'Until then nothing happens. The link in your message keeps working, so you can open it earlier.',
    back: 'Back',
  },
  /** On the opened page, where the sender allows us to say it. */
  more: {
    more: 'There is more to come from {sender}.',
    last: 'This was the last from {sender}, as far as we know today.',
  },
  /** Before opening, where the sender chose a question. */
  question: {
    heading: '{sender} has a question for you.',
    lead: 'Something is here for you from {person}. Your answer shows that it has reached the right person.',
    submit: 'Answer',
    spelling: 'Capital letters, accents and punctuation don’t matter.',
    wrong: 'That isn’t the answer we have. Please try another way of saying it.',
    later:
      'That was the {tries}th try within an hour. Please try again in an hour. Nothing is lost, and this page stays here.',
    patience:
      'There’s no hurry. You have {tries} tries in an hour, and more an hour later. Think about what {sender} may have meant: a place, a name, something that only the two of you know.',
    whom: 'If you can’t find the answer, ask someone who was close to {sender}: family, or an old friend. You can also ask {sender}. We don’t know the answer, so we can’t tell you.',
  },
  /** Several items together, which their sender scheduled. */
  several: {
    kept: '{things}, kept for you until {sent}.',
    first:
      'It opens on this page. You don’t need an account. You can open it again {until}. You can download all of it.',
  },
  release: {
    title: '{sender} left something for you',
    heading: '{sender} left something for you.',
    'heading-named': '{recipient}, {sender} left something for you.',
    'opened-heading': 'What {sender} left for you',
    'silent-since':
      '{things}. {sender} wanted you to have this if our messages went unanswered. The last answer was on {since}.',
    'is-back':
      '{things}. {sender} wanted you to have this if our messages went unanswered. Since it was sent, someone has answered us from {sender}’s account.',
    sorry: 'If you have lost {sender}, we are sorry.',
    open: 'Open what was left for you',
    first:
      'It opens on this page. You don’t need an account. There’s no hurry: you can open it {until}. You can download all of it.',
    again: 'It has been opened before. You can open it again {until}. You can download all of it.',
    'download-all': 'Download all as one ZIP, {size}',
  },
  file: {
    name: '{name}, {size}',
    download: 'Download the {type, select, image {picture} video {video} audio {recording} other {file}}',
    copied: 'This is a copy in full size that every device can show.',
    'original-damaged':
      'This is a copy in full size. The original was changed or damaged in our storage. Our team has been alerted and is looking into it.',
    'download-original': 'Download the original ({format})',
    'download-original-unnamed': 'Download the original',
    away: 'We can’t reach this {type, select, image {picture} video {video} audio {recording} other {file}} right now. Nothing was lost.',
    'try-again': 'Try again',
    read: 'Read it in a new tab',
    'if-silent':
      'If it doesn’t play here, download the {type, select, video {video} other {recording}} and open it on your device.',
    'few-show': 'Most browsers don’t {type, select, image {show} other {play}} {format} files.',
    'few-show-unnamed': 'Most browsers don’t {type, select, image {show} other {play}} files like this one.',
    'small-picture': 'This is a small picture {type, select, image {of} other {from}} it.',
    'download-and-open':
      'Download the {type, select, image {picture} video {video} other {recording}} and open it on your device.',
    sealed: 'This was sealed by the person who sent it, so that not even Stillhere can open it.',
    'sealed-ways':
      'Its six words open it. So does one of its two printed sheets, if the sender made them: we add the part that we kept. If you have none of these, someone who was close to the sender may: please ask them.',
    'sealed-next':
      'You can open it here, in this browser. Or download it, unpack it on a computer, and open the file open.html in a browser: that works without the internet, and without us. The download is yours for good: keep a copy in a safe place.',
    'open-sealed': 'Open it here',
    'download-parcel': 'Download the sealed item ({size})',
  },
  copy: {
    written: 'Written on {written}, kept by Stillhere until {sent}',
    letter: 'Letter',
    'archive-name': 'From {sender}',
    'not-in-archive': 'Not in this archive',
    damaged: 'This was changed or damaged in our storage, so it isn’t in this archive:',
    'damaged-known': 'We know about it, and we’re looking into it.',
    away: 'We can’t reach what was sent to you right now. Nothing was lost.',
  },
  'no-such-button': 'This page has no such button.',
  trouble: {
    'not-now': 'We can’t open it right now.',
    ours: 'Something on our side isn’t working. What was sent to you is safe.',
    'open-again': 'Nothing was lost. Please open the link in the message again, and use the buttons on its page.',
    'reply-and-say':
      'If you pressed the button in a message and still see this page, please reply to that message and tell us.',
    gone: 'This is no longer here.',
    'ask-sender': 'The person who sent it can send it again. If you know them, please ask them.',
    opened: 'This has been opened.',
    'open-with-same-link': 'You can open it again with the same link.',
    'many-links':
      'Your network has sent us many links that aren’t valid. Please open yours from the message: then it will work.',
    damaged: 'We can’t show this.',
    'tell-sender':
      'If you know who sent it, please tell them. They may have it elsewhere, and can send it to you again.',
  },
});
