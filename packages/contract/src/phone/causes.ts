// How a telephone call ended, in words, whatever its exchange calls it.

export const CALL_ENDS = {
  answered: 'Atendió',
  noAnswer: 'No contestó',
  busy: 'Ocupado',
  rejected: 'Rechazó la llamada',
  unreachable: 'Apagado o fuera de servicio',
  wrongNumber: 'El número no existe',
  failed: 'La llamada no salió',
  cancelled: 'Se cortó antes de que atiendan',
} as const;
export type CallEnd = keyof typeof CALL_ENDS;

/** In capitals: Asterisk's DIALSTATUS, names of Q.850, its codes, and SIP answers. */
const CAUSES: Record<CallEnd, string> = {
  answered: 'ANSWER ANSWERED 16 200 NORMAL NORMAL_CLEARING',
  noAnswer: 'NOANSWER NO_ANSWER NO_USER_RESPONSE 18 19 408 480',
  busy: 'BUSY USER_BUSY 17 486 600',
  rejected: 'REJECTED CALL_REJECTED 21 403 603',
  unreachable: 'UNREACHABLE CHANUNAVAIL SUBSCRIBER_ABSENT DESTINATION_OUT_OF_ORDER 3 20 27 31 410',
  wrongNumber: 'WRONG_NUMBER UNALLOCATED_NUMBER NUMBER_CHANGED INVALID_NUMBER_FORMAT INVALIDARGS 1 22 28 404 484 604',
  failed: 'FAILED CONGESTION NORMAL_CIRCUIT_CONGESTION 34 38 41 42 44 47 500 502 503 504',
  cancelled: 'CANCEL CANCELLED ORIGINATOR_CANCEL 487',
};
const END_OF = new Map(
  Object.entries(CAUSES).flatMap(([end, causes]) => causes.split(' ').map((cause) => [cause, end as CallEnd])),
);

/** A long number in it would be somebody's: it is left out. */
const LONG_NUMBER = /\d{4}/;

/** As it is kept: "No answer", "no-answer" and NO_ANSWER are one. */
export function plainCause(cause: string): string {
  const plain = cause
    .trim()
    .toUpperCase()
    .replaceAll(/[ .-]+/g, '_');
  return LONG_NUMBER.test(plain) ? '' : plain;
}

/** "486 Busy here": exchanges add words to the codes. */
const findEnd = (plain: string) => END_OF.get(plain) ?? END_OF.get(plain.replace(/^(\d{1,3})_.*/, '$1'));

/** Undefined for a cause that says nothing. An exchange clears answered and unanswered calls alike as "normal". */
export function callEndOf({ isAnswered, cause }: { isAnswered: boolean; cause: string | null }): CallEnd | undefined {
  if (isAnswered) return 'answered';
  const end = cause === null ? undefined : findEnd(plainCause(cause));
  return end === 'answered' ? 'noAnswer' : end;
}
