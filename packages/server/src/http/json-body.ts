import type { FastifyInstance } from 'fastify';

/** JSON and nothing else; other types are 415. An empty body with the JSON type, as many clients send, is no body. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
  // The legacy sign-in (spec 7) sends its credentials in the body of a GET.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
}
