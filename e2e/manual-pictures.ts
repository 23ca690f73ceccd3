import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PEOPLE } from './every-page.ts';

export const MANUAL = join(import.meta.dirname, '../docs/manual');

/** A line of the comment at the end of a manual page: `pictures/inbox.webp | /apps/mail | coordinador | 1440x900`. */
export interface WantedPicture {
  path: string;
  /** The address as app/pages.ts has it; what is to be done there follows a comma, for people. */
  address: string;
  who: (typeof PEOPLE)[number] | undefined;
  size: { width: number; height: number };
}

const [ADMINISTRATOR, COORDINATOR, , OPERATOR] = PEOPLE;
const ROLES = { administrador: ADMINISTRATOR, coordinador: COORDINATOR, operador: OPERATOR, 'sin sesión': undefined };

function readLine(line: string): WantedPicture {
  const [path = '', place = '', role = '', size = ''] = line.split(' | ');
  if (!(role in ROLES)) throw new Error(`nobody is called ${role} in: ${line}`);
  const [width, height] = size.split('x').map(Number) as [number, number];
  return { path, address: place.split(',')[0]!, who: ROLES[role as keyof typeof ROLES], size: { width, height } };
}

export const wantedPictures = (): WantedPicture[] =>
  readdirSync(MANUAL)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const comment = /<!-- pictures\n([\s\S]*?)-->/.exec(readFileSync(join(MANUAL, name), 'utf8'))?.[1] ?? '';
      return comment.trim().split('\n').filter(Boolean);
    })
    .map(readLine);
