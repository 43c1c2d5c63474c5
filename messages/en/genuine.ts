import { catalogue } from '../catalogue.ts';

/** In every mail, before the address of the page. */
export const genuineInMails = catalogue('genuine-in-mails', {
  check: 'How to check that this email is genuine:',
});

/** /genuine: how anyone can check a message of ours. People read it who have never heard of us. */
export const genuinePage = catalogue('genuine-page', {
  title: 'Is a message really from us?',
  heading: 'Is a message really from Stillhere?',
  lead: 'Stillhere keeps letters and files for people, and sends them on a day they choose. So a message from us can come as a surprise. Here’s how to check it.',
  sender: {
    heading: 'Check who sent it',
    email: 'Our emails come from {address}.',
    whatsapp: 'Our WhatsApp messages come from {number}.',
    sms: 'Our text messages come from {number}.',
    person:
      'If it’s about a person, it gives their name and their email address. We only show an address that we have checked.',
    unconfirmed: 'If it says “email address not confirmed”, we don’t know who that person is. Be careful.',
  },
  link: {
    heading: 'Check the link',
    begins: 'Every link in our messages begins with {address}, up to and with the last slash.',
    look: 'On a computer, rest the mouse on the button to see its link. On a phone, hold your finger on it.',
    after: 'After a page has opened, look at the top of your browser. The address there begins in the same way.',
  },
  sends: {
    heading: 'What we send',
    left: 'Something that a person left for you: a letter, a picture, a video, a recording or a file.',
    silent: 'News about a person who named you as a trusted contact, and has stopped answering us.',
    account: 'Messages about your own account, if you have one: a link to confirm your address, a reminder, a receipt.',
  },
  never: {
    heading: 'What we never ask for',
    money: 'Money for opening what a person left for you. It’s always free.',
    account: 'An account or a password for opening it.',
    secrets: 'Your password, a code, your card or your bank details, in an email or in a reply to one.',
    attachments: 'To install a program or to open an attachment. Our emails have no attachments.',
  },
  doubt: {
    heading: 'If you’re not sure',
    wait: 'Don’t press the button. You can take your time.',
    ask: 'Ask the person named in the message, by phone or in another way you know.',
    forward: 'If that’s not possible, forward the message to {address} and ask us.',
  },
});
