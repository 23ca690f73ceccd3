import { CALL_ENDS } from './causes.ts';
import type { PhoneCall } from './schemas.ts';

/** 25 s; 2 min 5 s; 1 h 2 min. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.trunc(seconds / 60);
  const rest = minutes < 60 ? seconds % 60 : minutes % 60;
  const whole = minutes < 60 ? `${minutes} min` : `${Math.trunc(minutes / 60)} h`;
  return rest === 0 ? whole : `${whole} ${rest} ${minutes < 60 ? 's' : 'min'}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Facts = Pick<PhoneCall, 'isAnswered' | 'ringSeconds' | 'talkSeconds' | 'end'>;

/** «Sonó 25 s, no contestó»; «Sonó 9 s, habló 2 min»; «Ocupado». Undefined if the end is not known. */
export function phoneInWords({ isAnswered, ringSeconds, talkSeconds, end }: Facts): string | undefined {
  const rang = ringSeconds ? `Sonó ${formatSeconds(ringSeconds)}` : undefined;
  const then = isAnswered
    ? talkSeconds === null
      ? 'atendieron'
      : `habló ${formatSeconds(talkSeconds)}`
    : end && lowerFirst(CALL_ENDS[end]);
  const parts = [rang, then].filter((part) => part !== undefined && part !== null);
  return parts.length === 0 ? undefined : upperFirst(parts.join(', '));
}
