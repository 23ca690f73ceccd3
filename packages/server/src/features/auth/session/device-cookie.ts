import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { createMark, MARK_DAYS } from './device-marks.queries.ts';

const NAME = 'campanero_device';
const HEADER_MAX = 8_192;
const COOKIE = new RegExp(`(?:^|; ?)${NAME}=([\\w-]{43})(?:;|$)`);
const DAY_SECONDS = 86_400;

/** The mark of the request's browser, or a new one. */
export function readMark({ headers }: FastifyRequest): { mark: string; isNew: boolean } {
  const sent = headers.cookie ?? '';
  const mark = sent.length <= HEADER_MAX ? COOKIE.exec(sent)?.[1] : undefined;
  return { mark: mark ?? createMark(), isNew: mark === undefined };
}

/** After a successful sign-in; renewed each time. No script can read it, and no other site makes a browser send it. */
export function writeMark(reply: FastifyReply, { publicUrl }: Pick<Config, 'publicUrl'>, mark: string): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const life = `Max-Age=${MARK_DAYS * DAY_SECONDS}`;
  reply.header('set-cookie', `${NAME}=${mark}; Path=/api; ${life}; HttpOnly; SameSite=Strict${secure}`);
}
