/** How a program verifies a message to a webhook. A test runs the one for Node with messages that we sign. */

export const MESSAGE = `POST /stillhere HTTP/1.1
content-type: application/json
webhook-id: 019a8f60-21c4-7d0a-8f3e-5a9b6d7c8e22
webhook-timestamp: 1795262400
webhook-signature: v1,OF+V/qJPjbCl0bxhoH9eXu6QQcM/6W40MyXQAKHO4BM=

{"type":"delivered","timestamp":"2026-11-21T12:00:00.000Z","data":{"account_id":"019a8f5d-1b7e-7c7a-a0c4-6a1d5be0f3c9","delivery_id":"019a8f61-9d2b-7e41-b7a5-3c4d5e6f7a33"}}`;

export const VERIFY_BY_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param body the text of the request, before it is parsed */
export function verify(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = Buffer.from('v1,' + createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest('base64'));
  return signatures
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}`;

export const VERIFY_BY_PYTHON = `import base64, hashlib, hmac, time

def verify(secret, headers, body):
    """body: the bytes of the request, before they are parsed"""
    id, at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(one, expected) for one in headers["webhook-signature"].split())`;

export const VERIFY_BY_SHELL = `KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')
EXPECTED=v1,$({ printf %s "$ID.$TIMESTAMP."; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)
[ "$SIGNATURE" = "$EXPECTED" ] && echo valid`;
