import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Access, ServiceScope } from './roles.ts';
import type { FileRules } from './shared/files.ts';
import { idKey } from './shared/paging.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An endpoint: server, client, OpenAPI and tests derive from it. */
export interface EndpointSpec {
  method: Method;
  /** Below `/api`. */
  path: Path;
  summary: string;
  /** Rules about single records are in the server's policies. */
  access: Access;
  /** A `staff` endpoint that is also open to service accounts with this scope, or with any. */
  service?: ServiceScope | 'any';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Bytes, if the body may exceed BODY_LIMIT. Forms are measured part by part. */
  bodyLimit?: number;
  /** The body is a form with files: streamed first, its fields validated by `body` afterwards (http/uploads.ts). */
  multipart?: true;
  files?: FileRules;
  /** The body may come as `application/x-www-form-urlencoded`, from systems that send nothing else. */
  urlEncoded?: true;
  /** A form with any fields is let through unread, because the address says it all (RFC 8058 sends one). */
  formIgnored?: true;
  /** The handler sends a file itself; `response` does not filter it. */
  file?: true;
  /** The handler sends a response that was validated and serialised ahead. */
  prepared?: true;
  response: z.ZodType;
  status?: 200 | 201 | 202 | 204;
  /** The error codes it can return, besides those of its access, validation and upload. */
  errors?: readonly ErrorCode[];
  /** Leaves exactly one audit record (rule security/one-record-per-mutation). Also takes Idempotency-Key. */
  audited?: boolean;
  /** Why a PUT or PATCH takes no `version`: it sets only what it names, or no second person can have the record open. */
  idempotentBecause?: string;
  /** A GET that changes something (takes a hold, renews a session, counts as reading a contact): it has no HEAD. */
  hasEffect?: true;
  /** Given instead of VALIDATION when the input is malformed; the faulty fields are listed all the same. */
  invalid?: ErrorCode;
  /** Given instead of UNAUTHENTICATED to a caller without a live session. */
  anonymous?: ErrorCode;
  /** Also open to a user who must first set up the second factor; `any`: or replace a given password. Otherwise 403. */
  duringSetup?: 'any' | 'secondFactor';
  /** Also open while the session is locked; otherwise 401 SESSION_LOCKED. */
  whileLocked?: true;
  /** Sets or reads a cookie; the browser sends none with the other requests of a session. Public endpoints always may. */
  cookies?: true;
  /** Asks for password or code typed within the last ten minutes; otherwise 403 CONFIRMATION_REQUIRED. */
  confirmed?: true;
}
export type ApiGroup = Record<string, EndpointSpec>;

const NO_CONTENT = {
  status: 204,
  response: z
    .undefined()
    .or(z.null())
    .transform(() => undefined),
} as const;
const FILE = { response: z.unknown() };

type Path = `/${string}`;
type Details = Partial<Omit<EndpointSpec, 'method' | 'path' | 'access'>> & Pick<EndpointSpec, 'summary'>;
type WithParams<P, D> = D extends { params: z.ZodObject }
  ? D
  : P extends `${string}/:id` | `${string}/:id/${string}`
    ? D & { params: typeof idKey }
    : D;
type WithResponse<D> = D extends { response: z.ZodType }
  ? D
  : D & (D extends { file: true } ? typeof FILE : typeof NO_CONTENT);

const HAS_ID = /\/:id(?:\/|$)/;

/** Keeps the literal types. By default `:id` is an idKey, all but GETs are audited, and no `response` means 204 or a file. */
export function endpoint<const A extends Access, const P extends Path, const D extends Details>(
  method: Method,
  path: P,
  access: A,
  details: D,
) {
  const declared = {
    audited: method !== 'GET',
    ...(HAS_ID.test(path) && { params: idKey }),
    ...(!details.response && (details.file ? FILE : NO_CONTENT)),
    ...details,
    method,
    path,
    access,
  };
  return declared as unknown as WithParams<P, WithResponse<D>> & { method: Method; path: Path; access: A };
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Declared<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? ([T[K]] extends [undefined] ? never : K) : never]?: T[K];
};

export interface HandlerInput<E extends EndpointSpec> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
}

/** What a caller passes; a multipart body as the form it is. */
export type CallInput<E extends EndpointSpec> = Declared<{
  params: In<E['params']>;
  query: In<E['query']>;
  body: E extends { multipart: true } ? FormData : In<E['body']>;
}>;

export type Reply<E extends EndpointSpec> = z.output<E['response']>;
/** What a handler returns: the response schema's input, which the server then filters through it. */
export type HandlerReply<E extends EndpointSpec> = z.input<E['response']>;
