/** What a vendor's published description says about a request of ours. */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

interface Operation {
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
}
interface Description {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

/** A request as it left us. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
// Twilio's own format: its description does not say what it is.
ajv.addFormat('phone-number', true);

/**
 * @param vendor the name of a file beside this one
 * @returns a check that gives what the description says against a request, in a line each
 */
export function describedBy(vendor: 'sendgrid' | 'twilio'): (sent: Sent) => string[] {
  const text = readFileSync(new URL(`./${vendor}.json`, import.meta.url), 'utf8');
  const { servers, paths, components } = JSON.parse(text) as Description;
  const checks = new Map<object, ValidateFunction>();
  const base = new URL(servers[0]?.url ?? '').pathname.replace(/\/$/, '');

  return (sent) => {
    for (const [template, operations] of Object.entries(paths)) {
      const values = valuesIn(`${base}${template}`, sent.path);
      const operation = operations[sent.method.toLowerCase()];
      if (values && operation) return [...wrongParameters(operation, values), ...wrongBody(operation, sent)];
    }
    return [`${sent.method} ${sent.path} is not described`];
  };

  function wrongBody({ requestBody }: Operation, { headers, body }: Sent): string[] {
    if (!requestBody) return body.length === 0 ? [] : ['a body is not described'];
    const type = (headers['content-type'] ?? '').replace(/;.*/, '');
    const described = requestBody.content[type];
    return described
      ? against(described.schema, type.endsWith('json') ? JSON.parse(`${body}`) : fieldsOf(body))
      : [type];
  }

  function wrongParameters({ parameters = [] }: Operation, values: Record<string, string>): string[] {
    return parameters.flatMap(({ name, schema }) => against(schema, values[name]));
  }

  function against(schema: object, value: unknown): string[] {
    const validate = checks.get(schema) ?? ajv.compile(closed({ ...schema, components }) as object);
    checks.set(schema, validate);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
    );
  }
}

/** @returns the values in a path for the names in a template; null for a path of another shape, or with a query */
function valuesIn(template: string, path: string): Record<string, string> | null {
  const pattern = template.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/?]+?)');
  const match = new RegExp(`^${pattern}$`).exec(path);
  return match && { ...match.groups };
}

/** A form; a field that comes twice is a list, which no field of ours may be. */
function fieldsOf(body: Buffer): Record<string, string | string[]> {
  const form = new URLSearchParams(`${body}`);
  return Object.fromEntries(
    [...form.keys()]
      .map((name) => [name, form.getAll(name)] as const)
      .map(([name, all]) => [name, all[1] ? all : (all[0] ?? '')]),
  );
}

/** The descriptions do not say that a field they do not name is refused: here it is, or a mistyped one would pass. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  return 'type' in schema && schema.type === 'object' && 'properties' in schema
    ? { ...parts, additionalProperties: false }
    : parts;
}
