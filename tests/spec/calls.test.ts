/** The calls of section 7 and the fields of section 3, held against the document of the API. */
import { expect, test } from 'vitest';
import { DOCUMENT } from '#tests/api/schemas.ts';
import { holds } from './holds.ts';

type Node = Record<string, unknown>;

interface Contract {
  takes?: string[];
  gives?: string[];
  /** Anybody may make it, without a token. */
  isOpen?: true;
}

const ENTERED = ['session_token', 'user'];
const USER = ['id', 'name', 'email', 'picture'];
const PUBLIC = ['id', 'type', 'title', 'content', 'file_id', 'metadata', 'created_at'];
const CONTENT = [...PUBLIC, 'is_public', 'is_emergency'];
const WISH = ['content_id', 'recipient_email', 'recipient_name', 'recipient_phone', 'scheduled_time', 'delivery_type'];
const DELIVERY = ['id', ...WISH, 'status'];
const STATUS = ['is_active', 'inactive_days_threshold', 'last_check_in'];

const CALLS: Record<string, Contract> = {
  'POST /auth/login': { takes: ['email', 'password'], gives: ENTERED, isOpen: true },
  'POST /auth/register': { takes: ['email', 'password', 'name'], gives: ENTERED, isOpen: true },
  'GET /auth/session': { takes: ['session_id'], gives: ENTERED, isOpen: true },
  'GET /auth/me': { gives: USER },
  'POST /auth/logout': { isOpen: true },
  'GET /content/list': { gives: CONTENT },
  'POST /content/upload': { takes: ['title', 'type', 'content', 'is_public', 'metadata'], gives: CONTENT },
  'POST /content/upload-file': { takes: ['file', 'title', 'type'], gives: CONTENT },
  'PUT /content/{id}': { takes: ['is_public', 'is_emergency'], gives: CONTENT },
  'DELETE /content/{id}': {},
  'GET /content/file/{file_id}': { isOpen: true },
  'GET /public/contents': { gives: PUBLIC, isOpen: true },
  'GET /delivery/list': { gives: DELIVERY },
  'POST /delivery/schedule': { takes: WISH, gives: DELIVERY },
  'DELETE /delivery/{id}': {},
  'GET /user/profile': { gives: ['name', 'picture'] },
  'PUT /user/profile': { takes: ['name', 'picture'] },
  'GET /user/trusted-contacts': { gives: ['id', 'name', 'email'] },
  'POST /user/trusted-contacts': { takes: ['name', 'email'], gives: ['id', 'name', 'email'] },
  'DELETE /user/trusted-contacts/{id}': {},
  'GET /emergency/status': { gives: STATUS },
  'POST /emergency/check-in': { gives: STATUS },
  'PUT /emergency/settings': { takes: ['inactive_days', 'is_active'], gives: STATUS },
  'POST /subscription/create': { takes: ['plan_type'], gives: ['approval_url'] },
  'POST /subscription/execute': { takes: ['token'], gives: ['success'] },
};

test.each(Object.entries(CALLS))('%s is there, with its fields', (line, { takes = [], gives = [], isOpen = false }) => {
  holds('S3-1', 'S3-2', 'S3-3', 'S3-5', 'S3-8', 'S3-9', 'S3-10', 'S3-12');
  holds('S6-3');
  holds('S7-2', 'S7-3', 'S7-4', 'S7-5', 'S7-6', 'S7-7', 'S7-8', 'S7-9', 'S7-10');
  const [method = '', path = ''] = line.split(' ');
  const call = DOCUMENT.paths[path]?.[method.toLowerCase()] ?? {};
  const query = (call.parameters as { in: string; name: string }[] | undefined) ?? [];
  const taken = [...query.map(({ name }) => name), ...fieldsOf(bodyIn(call.requestBody))];
  const good = Object.entries((call.responses ?? {}) as Record<string, Node>).find(([status]) =>
    status.startsWith('2'),
  );
  expect(taken).toEqual(expect.arrayContaining(takes));
  expect(fieldsOf(bodyIn(good?.[1]))).toEqual(expect.arrayContaining(gives));
  expect([good !== undefined, allowsAnybody(call)]).toEqual([true, isOpen]);
});

test('kinds and states have the names of section 3, and a content says what its file is', () => {
  holds('S3-4', 'S3-6');
  const field = (schema: string, name: string) =>
    (DOCUMENT.components.schemas[schema]?.properties as Record<string, Node> | undefined)?.[name] ?? {};
  expect(field('Content', 'type').enum).toEqual(['text', 'image', 'video', 'audio', 'file']);
  expect(field('Delivery', 'delivery_type').enum).toEqual(['email', 'whatsapp', 'sms']);
  expect(field('Delivery', 'status').enum).toEqual(['pending', 'sent', 'failed']);
  expect(fieldsOf(field('Content', 'metadata'))).toEqual(['original_filename', 'content_type', 'size']);
});

/** The schema of what is sent, whatever form it has. */
function bodyIn(side: unknown): Node {
  const { content = {} } = (side ?? {}) as { content?: Record<string, { schema?: Node }> };
  return Object.values(content)[0]?.schema ?? {};
}

/** @returns the names of all fields that an object, or each of a list, can have */
function fieldsOf(schema: Node): string[] {
  if (typeof schema.$ref === 'string')
    return fieldsOf(DOCUMENT.components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => (schema[key] ?? []) as Node[]);
  const inner = [...parts, ...(schema.items ? [schema.items as Node] : [])];
  return [...Object.keys((schema.properties ?? {}) as Node), ...inner.flatMap(fieldsOf)];
}

function allowsAnybody({ security }: Node): boolean {
  return !Array.isArray(security) || security.length === 0 || security.some((way) => Object.keys(way).length === 0);
}
