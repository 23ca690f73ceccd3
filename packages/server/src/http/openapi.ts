import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { ERRORS, type ErrorCode } from '@campanero/contract/errors';
import { isServiceScope } from '@campanero/contract/roles';
import { UPLOAD_ERRORS } from '@campanero/contract/shared/files';

const ERROR_REF = { $ref: '#/components/schemas/Error' };
const TEXT = { type: 'string' } as const;
const FAULT = { type: 'object' as const, required: ['field', 'message'], properties: { field: TEXT, message: TEXT } };
const ERROR_SCHEMA = {
  type: 'object' as const,
  required: ['message', 'error'],
  properties: {
    message: TEXT,
    error: TEXT,
    code: { type: 'integer' as const },
    errors: { type: 'array' as const, items: FAULT },
    requestId: TEXT,
  },
};

/** The scope of a service account that opens it; undefined: closed to them. */
const scopeOf = ({ access, service }: EndpointSpec) => service ?? (isServiceScope(access) ? access : undefined);

/** All errors of an endpoint: implied by its access and shape, and declared. */
function errorsOf(spec: EndpointSpec): ErrorCode[] {
  return [
    'VALIDATION',
    'TOO_MANY_REQUESTS',
    ...(spec.access === 'public' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(spec.access === 'public' || spec.access === 'session' ? [] : (['FORBIDDEN'] as const)),
    ...(scopeOf(spec) === undefined ? [] : (['SERVICE_ADDRESS_REFUSED'] as const)),
    ...(spec.params ? (['NOT_FOUND'] as const) : []),
    ...(spec.body ? (['REQUEST_TIMEOUT', 'TOO_LARGE', 'UNSUPPORTED_TYPE'] as const) : []),
    ...(spec.files ? UPLOAD_ERRORS : []),
    ...(spec.audited ? (['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH'] as const) : []),
    'INTERNAL',
    'UNAVAILABLE',
    ...(spec.errors ?? []),
  ];
}

/** OpenAPI has one response per status: the codes are listed in its description. */
function errorAnswers(spec: EndpointSpec) {
  const byStatus = Map.groupBy(errorsOf(spec), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: [...new Set(codes)].join(', '), content: { 'application/json': { schema: ERROR_REF } } },
    ]),
  );
}

/** A form's route has no body schema, since its fields are validated after streaming; the document gets it here. */
function formBody(schema: object | undefined, spec: EndpointSpec) {
  const { field } = spec.files ?? {};
  const file = { type: 'string', format: 'binary' };
  const fields = (schema ?? {}) as { properties?: object };
  return { ...fields, properties: { ...fields.properties, ...(field && { [field]: { type: 'array', items: file } }) } };
}

const FILE_ANSWER = { description: 'El archivo', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };

function securityOf(spec: EndpointSpec): { description: string; security: Record<string, string[]>[] } {
  const scope = scopeOf(spec);
  const forService = scope === undefined ? '' : `. Cuentas de servicio: ${scope === 'any' ? 'todas' : scope}`;
  return {
    description: `Acceso: ${spec.access}${forService}`,
    security: [{ session: [] }, ...(scope === undefined ? [] : [{ service: scope === 'any' ? [] : [scope] }])],
  };
}

/** Must be called before the routes are added. */
export function addOpenApi(app: FastifyInstance, version: string): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Campanero', description: 'Gestión de campañas telefónicas de una ciudad', version },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'El token de una persona que ingresó' },
          service: { type: 'http', scheme: 'bearer', description: 'La clave de una cuenta de servicio (cpn_…)' },
        },
        schemas: { Error: ERROR_SCHEMA },
      },
    },
    transform: (document) => {
      const spec = document.route.config?.spec;
      const isForm = spec?.multipart && spec.body;
      const { schema, url } = jsonSchemaTransform(
        isForm ? { ...document, schema: { ...document.schema, body: spec.body } } : document,
      );
      if (!spec) return { schema: { hide: true }, url };
      const answers = spec.file ? { 200: FILE_ANSWER } : (schema as { response?: object }).response;
      return {
        url,
        schema: {
          ...schema,
          ...(isForm && {
            consumes: ['multipart/form-data'],
            body: formBody((schema as { body?: object }).body, spec),
          }),
          ...securityOf(spec),
          ...(spec.access === 'public' && { security: [] }),
          response: { ...answers, ...errorAnswers(spec) },
        },
      };
    },
  });
}
