import type { FastifyInstance } from 'fastify';
import { AppError } from '../work/app-error.ts';

const MAX_DEPTH = 32;
const MAX_TEXT = 200_000;
const MAX_VALUES = 50_000;
const POISON = new Set(['__proto__', 'constructor', 'prototype']);

// PostgreSQL stores neither: without this they would surface as a failed query, a 5xx for the caller's fault.
const isStorable = (text: string) => text.length <= MAX_TEXT && !text.includes('\0') && text.isWellFormed();

/** True when nothing in the value could upset what lies below, whatever its schema says of it (SEC-39). */
export function isHarmless(value: unknown): boolean {
  let budget = MAX_VALUES;
  const visit = (part: unknown, depth: number): boolean => {
    if (--budget < 0 || depth > MAX_DEPTH) return false;
    if (typeof part === 'string') return isStorable(part);
    if (typeof part === 'number') return Number.isFinite(part);
    if (part === null || typeof part !== 'object') return true;
    if (Array.isArray(part)) return part.every((item) => visit(item, depth + 1));
    return Object.entries(part).every(([key, item]) => !POISON.has(key) && isStorable(key) && visit(item, depth + 1));
  };
  return visit(value, 0);
}

export function refuseHostileInput(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (![request.params, request.query, request.body].every(isHarmless)) throw new AppError('BAD_REQUEST');
  });
}
