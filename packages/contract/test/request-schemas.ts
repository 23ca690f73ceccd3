import type { z } from 'zod';
import { api } from '../src/index.ts';
import type { EndpointSpec } from '../src/endpoint.ts';

export const endpoints: [name: string, spec: EndpointSpec][] = Object.entries(api).flatMap(([group, specs]) =>
  Object.entries(specs).map(([name, spec]): [string, EndpointSpec] => [`${group}.${name}`, spec]),
);

export interface RequestSchema {
  /** `campaigns.create body.name` */
  path: string;
  schema: z.core.$ZodType;
  /** It only gets values that another schema has accepted before. */
  isChecked: boolean;
}

type Def = z.core.$ZodTypeDef & Record<string, unknown>;
const defOf = (schema: z.core.$ZodType) => schema._zod.def as Def;
const inner = (schema: unknown) => schema as z.core.$ZodType;

/** What a schema is made of, one level down. */
function partsOf({ path, schema, isChecked }: RequestSchema): RequestSchema[] {
  const def = defOf(schema);
  const part = (name: string, each: unknown, checked = isChecked) => ({
    path: `${path}${name}`,
    schema: inner(each),
    isChecked: checked,
  });
  switch (def.type) {
    case 'object':
      return Object.entries(def['shape'] as object).map(([key, each]) => part(`.${key}`, each));
    case 'array':
      return [part('[]', def['element'])];
    case 'record':
      return [part('{key}', def['keyType']), part('{value}', def['valueType'])];
    case 'union':
      return (def['options'] as unknown[]).map((each) => part('', each));
    case 'pipe':
      // The right side runs only on what the left one accepted; a transform on the left accepts everything.
      return [part('', def['in']), part('', def['out'], isChecked || defOf(inner(def['in'])).type !== 'transform')];
    default:
      return 'innerType' in def ? [part('', def['innerType'])] : [];
  }
}

const walk = (found: RequestSchema): RequestSchema[] => [found, ...partsOf(found).flatMap(walk)];

/** Every schema that reads something of a request to this endpoint. */
export const requestSchemas = (name: string, spec: EndpointSpec): RequestSchema[] =>
  (['params', 'query', 'body'] as const).flatMap((place) =>
    spec[place] ? walk({ path: `${name} ${place}`, schema: spec[place], isChecked: false }) : [],
  );
