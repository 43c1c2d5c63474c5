import { catalogue } from '../catalogue.ts';

/**
 * What a trusted contact can say on their page: a list of what they can do, and for each a page that says what follows before
 * it is done. `until` and `when` are dates with their time.
 */
export const contactSay = catalogue('contact-say', {
  heading: 'What you can do',
  nothing: {
    heading: 'You do nothing',
    text: 'That’s all right. The dates above stay as they are. You can come back to this page at any time.',
  },
  worried: {
    heading: 'If you are worried',
    danger: 'If you think that {owner} is in danger now, call the emergency number there.',
    support: 'Write to us at <mail>{address}</mail>. We can’t see what was set aside.',
  },
  foot: 'You have no account with us and need none. We never ask you for money or a password. Please don’t pass this page on: anyone who has its link can answer in your name.',
  held: {
    own: 'You told us on {when} that you’ve heard from {owner}. So nothing is sent before {until}.',
    other: 'Someone told us that they’ve heard from {owner}. So nothing is sent before {until}.',
  },
  confirmed: {
    own: 'You told us on {when} that {owner} has died, or can’t answer.',
    count:
      'Silence alone doesn’t decide: {needed, plural, one {one trusted contact} other {# trusted contacts}} must tell us first. {given, plural, =0 {Nobody has yet.} one {One has.} other {# have.}}',
  },
  raised: {
    own: 'You told us on {when} that something has happened. We’ve asked {owner}. If there is no answer, we write to you and to {owner}’s other trusted contacts.',
    ownUntil:
      'You told us on {when} that something has happened. We’ve asked {owner}. If there is no answer until {until}, we write to you and to {owner}’s other trusted contacts.',
    other: 'Someone told us that something has happened. We’re asking {owner}, and write to you if there is no answer.',
  },
  heardStep: {
    heading: 'You have heard from {owner}',
    offer:
      'A call, a message, or a visit. Everything then waits 14 days more, and we ask {owner} again. You can do this once.',
    open: 'I have heard from them',
    lead: 'That is good news. This is what happens when you say so.',
    follows: {
      waits: 'Everything waits until {until} at least.',
      asks: 'We ask {owner} again. One answer ends everything.',
      others: 'We tell the other trusted contacts that someone has heard from {owner}. We don’t say what.',
      after: 'If {owner} hasn’t answered by then, what was set aside can be sent from that day on.',
    },
    submit: 'Yes, I have heard from them',
    note: 'You can do this once. We keep your name and the time, and {owner} can see them.',
  },
  confirmedStep: {
    heading: 'You know that {owner} has died, or can’t answer',
    offer:
      'For example, {owner} is in hospital and can’t speak, or has died. Even then, nothing is sent before the dates above.',
    open: 'I know that they have died, or cannot answer',
    lead: 'We are sorry that you have to be on this page. Take your time. You can also come back tomorrow.',
    follows: {
      sends:
        'When {needed, plural, one {you have said so} other {# trusted contacts have said so}}, we send what {owner} set aside to the people whom {owner} chose. Not before {first}.',
      asks: 'Until then we still ask {owner}. If there is an answer, nothing is sent.',
      heard: 'If someone has heard from {owner}, that counts more: everything waits 14 days.',
      others: 'We tell the other trusted contacts that one of you has said this. We don’t say who.',
    },
    name: 'Your full name',
    nameHint: 'Type it as {owner} wrote it: {name}',
    nameMissing: 'Please type your name: {name}',
    submit: 'I know that they have died, or cannot answer',
    note: 'If you find out that you were wrong, come back and press “I have heard from them”. That counts more. We keep your name and the time, and {owner} can see them.',
  },
  raisedStep: {
    heading: 'Something has happened to {owner}',
    offer: 'A death, an accident, an illness: you can tell us, and we then ask {owner}.',
    open: 'Something has happened',
    lead: 'We are sorry. This is what happens when you tell us.',
    follows: {
      asks: 'We ask {owner} right away. If there is an answer, nothing else happens.',
      tells:
        'If there is no answer within {days, plural, one {# day} other {# days}} after our message arrived, we write to you and to {owner}’s other trusted contacts.',
      sends:
        'After that, we wait {safety, plural, one {# day} other {# days}} more. Only then do we send what {owner} set aside.',
    },
    submit: 'Something has happened',
    note: 'You can do this twice in a year. We keep your name and the time, and {owner} can see them.',
  },
  back: 'Go back',
  done: 'Thank you. We have written that down.',
  gone: 'This has changed meanwhile, so we did nothing. This is how things are now.',
  'name-differs': 'Please type your name as {owner} wrote it: {name}',
  quiet: {
    heading: '{owner} chose you as a trusted contact.',
    lead: '{person} asked Stillhere to write to you if our emails to {owner} go unanswered.',
    nothing: 'As far as we know, nothing has happened. You don’t need to do anything.',
    removed: 'You’re no longer one of {owner}’s trusted contacts, so you don’t need to do anything.',
  },
  lead: {
    raised:
      '{person} asked Stillhere to write to you if a trusted contact told us that something has happened, and our emails then went unanswered.',
  },
});
