import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { DEVICE_DAYS } from './known-browsers.queries.ts';

const DEVICE_ID_BYTES = 32;
const NAME = 'campanero_device';
const HEADER_MAX = 8_192;
const COOKIE = new RegExp(`(?:^|; ?)${NAME}=([\\w-]{43})(?:;|$)`);
const DAY_SECONDS = 86_400;

/** The device id of the request's browser, or a new one. */
export function readDeviceCookie({ headers }: FastifyRequest): Browser {
  const cookie = headers.cookie ?? '';
  const deviceId = cookie.length <= HEADER_MAX ? COOKIE.exec(cookie)?.[1] : undefined;
  return { deviceId: deviceId ?? randomBytes(DEVICE_ID_BYTES).toString('base64url'), isNew: deviceId === undefined };
}

export type Browser = { deviceId: string; isNew: boolean };

/** Set after each successful sign-in, which extends its life. */
export function writeDeviceCookie(reply: FastifyReply, { publicUrl }: Pick<Config, 'publicUrl'>, deviceId: string) {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const life = `Max-Age=${DEVICE_DAYS * DAY_SECONDS}`;
  reply.header('set-cookie', `${NAME}=${deviceId}; Path=/api; ${life}; HttpOnly; SameSite=Strict${secure}`);
}
