import { catalogue } from '../catalogue.ts';

/** The reference page of the API. What it says of each call is in app/api. */
export const apiReference = catalogue('api-reference', {
  title: 'The API · Stillhere',
  description: 'Every call of the Stillhere API, with an example of each.',
  skip: 'Skip to the page',
  document: 'OpenAPI document',
  heading: 'The API',
  calls: 'Calls',
  introduction: {
    lead: 'Programs can do what the pages do.',
    start:
      'Calls go to <code>{address}</code>. <register>Open an account</register> or <login>sign in</login>; the answer has a <code>session_token</code>. Send it with every other call in the header <code>Authorization: Bearer</code>. The commands on this page read it from the shell variable <code>TOKEN</code>.',
    json: 'Bodies and answers are JSON, except files. Instants are ISO 8601; ids are UUIDs; 1 MB is 1,048,576 bytes.',
    lists:
      'Lists are arrays, newest first, at most 500 at once. While there are more, the header <code>Link</code> names the next page.',
    keys: 'Calls that create or send something take an <code>Idempotency-Key</code>. For 24 hours, repeating the call with the same key changes nothing and gives the first answer again.',
    others: 'Other people’s ids answer 404, like ids that don’t exist.',
    refusals:
      'A refusal is <code>application/problem+json</code>. Its <code>code</code> is one of <refusals>a closed list</refusals>, its <code>detail</code> is a sentence for people, and <code>errors</code> lists the fields that are wrong. With a header <code>Retry-After</code>, wait that many seconds.',
  },
  programs: {
    heading: 'Tokens for your own programs',
    tokens:
      'A session ends after 30 days without use. A program that runs for years gets a token of its own: make it on <page>your security page</page>, or with POST /api/user/tokens.',
    scopes:
      'A token may only check in, or read, or read and change. No token can see or change who may enter your account. A program that checks in on a timer says that it is running, not that you are alive: tie it to something you do, such as a button in your kitchen.',
    cron: 'A script behind a button',
    homeAssistant: 'Home Assistant: configuration.yaml, and the token in secrets.yaml as “Bearer sh_…”',
    shortcuts:
      'Shortcuts on a phone: “Get contents of URL”, <code>{address}</code>, method POST, with the header <code>Authorization</code>: <code>Bearer</code> and the token.',
  },
  webhooks: {
    heading: 'Webhooks',
    what: 'A webhook is an address of yours that we call when something happens. Add one on <page>your security page</page>, or with POST /api/user/webhooks.',
    message: 'A message',
    fields:
      '<code>type</code> is <code>released</code> (your emergency contents are sent), <code>delivered</code> (a delivery arrived), <code>check-in-missed</code> (your contacts are notified), or <code>test</code>. <code>timestamp</code> is when it happened. <code>data</code> has ids only: the account, with the delivery or the number of the protocol’s episode.',
    signature:
      'Each message is signed as <standard>Standard Webhooks</standard> says, so its libraries can verify it. By hand: the HMAC-SHA256 of id, timestamp and body, with the secret’s bytes after <code>whsec_</code> as the key. Verify the body as it came, before you parse it, and refuse a timestamp that is more than five minutes off.',
    node: 'Verify a message: Node',
    python: 'Verify a message: Python',
    shell: 'Verify a message: a shell, with the body in body.json',
    answers:
      'Answer with a status from 200 to 299 within 10 seconds. Otherwise we try again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours; a <code>Retry-After</code> makes a wait longer, by a day at most. A message can come twice or out of order: <code>webhook-id</code> stays the same in each try. We follow no redirects.',
    ends: 'If a message fails for three days and no other arrives meanwhile, or if your program answers 410, we switch the webhook off and email you. A test that arrives switches it on again.',
  },
  call: {
    token: 'Needs a token.',
    reader: 'Needs a token, unless the file is public.',
    none: 'Needs no token.',
    command: 'Command: {summary}',
    answer: 'Answer: {status}',
    'answer-empty': 'Answer: {status}, without a body',
    example: 'Example',
    refusals: 'Refusals: ',
  },
  table: {
    parameters: 'Parameters',
    'form-fields': 'Form fields',
    fields: 'Fields',
    'item-fields': 'Fields of each item',
    'answer-fields': 'Fields of the answer',
    codes: 'Codes',
    optional: 'optional',
    list: 'list of {type}',
    anything: 'anything',
  },
  refusals: {
    heading: 'Refusals',
    lead: 'All codes. An unknown address answers 404; a wrong method answers 405 with <code>Allow</code>.',
  },
});
