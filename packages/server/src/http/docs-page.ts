import { createHash } from 'node:crypto';
import type { OpenAPIV3_1 } from 'openapi-types';
import { escapeHtml } from '../work/escape-html.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const escape = (text: unknown) => escapeHtml(String(text));

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 64rem; margin: 0 auto; padding: 1.5rem; }
  h2 { margin-top: 2rem; text-transform: capitalize; }
  details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem; }
  summary { cursor: pointer; }
  code, pre { font: 13px/1.45 ui-monospace, monospace; }
  pre { overflow: auto; max-height: 24rem; padding: .75rem; background: color-mix(in srgb, currentColor 6%, transparent); border-radius: 6px; }
  .method { display: inline-block; min-width: 4.5em; font-weight: 700; }
`;

/** CSP source of the inline style; a hash instead of a nonce, so that the page can be rendered once. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const block = (title: string, value: unknown) =>
  value === undefined ? '' : `<h4>${escape(title)}</h4><pre>${escape(JSON.stringify(value, null, 2))}</pre>`;

function renderOperation(method: string, path: string, operation: OpenAPIV3_1.OperationObject): string {
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => {
    const { description, content } = answer as OpenAPIV3_1.ResponseObject;
    const isRefusal = Number(status) >= 400;
    return isRefusal
      ? `<li><code>${escape(status)}</code> ${escape(description)}</li>`
      : `<li><code>${escape(status)}</code>${block('', Object.values(content ?? {})[0]?.schema)}</li>`;
  });
  return `<details id="${escape(operation.operationId)}">
<summary><code><span class="method">${escape(method.toUpperCase())}</span> ${escape(path)}</code> ${escape(operation.summary)}</summary>
<p>${escape(operation.description)}</p>
${block('Parámetros', operation.parameters)}
${block('Cuerpo', operation.requestBody)}
<h4>Respuestas</h4><ul>${answers.join('')}</ul>
</details>`;
}

/** The API documentation as plain HTML without scripts, so that the usual CSP applies. */
export function renderDocs(document: OpenAPIV3_1.Document): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method];
      return operation ? [{ tag: operation.tags?.[0] ?? '', html: renderOperation(method, path, operation) }] : [];
    }),
  );
  const groups = Map.groupBy(operations, ({ tag }) => tag);
  const sections = [...groups].map(
    ([tag, list]) => `<section><h2>${escape(tag)}</h2>${list.map(({ html }) => html).join('\n')}</section>`,
  );
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API · Campanero</title>
<style>${STYLE}</style></head>
<body><h1>API de Campanero</h1>
<p>Versión ${escape(document.info.version)}. El documento OpenAPI: <a href="/api/docs/json">/api/docs/json</a>.</p>
${sections.join('\n')}
</body></html>`;
}
