import type { PhoneEventBody } from '@campanero/contract/phone/schemas';

export type RecordedEvent = Pick<PhoneEventBody, 'kind' | 'cause' | 'seconds'> & {
  /** Seconds after the first. */
  at: number;
};

/** As exchanges told them, one telephone line each. */
export const RECORDED_STREAMS: Record<string, readonly RecordedEvent[]> = {
  'Asterisk, no answer, then answered': [
    { kind: 'ringing', at: 0 },
    { kind: 'ended', at: 25, cause: 'NOANSWER', seconds: 0 },
    { kind: 'ringing', at: 61 },
    { kind: 'answered', at: 74.5 },
    { kind: 'ended', at: 194.5, cause: 'ANSWER', seconds: 120 },
  ],
  'both legs hang up': [
    { kind: 'ringing', at: 0 },
    { kind: 'answered', at: 9 },
    { kind: 'answered', at: 9.2 },
    { kind: 'ended', at: 70.1, cause: '16', seconds: 61 },
    { kind: 'ended', at: 70.4, cause: 'NORMAL_CLEARING', seconds: 61 },
  ],
  'busy three times': [
    { kind: 'ringing', at: 0 },
    { kind: 'ended', at: 2, cause: '17' },
    { kind: 'ringing', at: 30 },
    { kind: 'ended', at: 31.5, cause: '17' },
    { kind: 'ringing', at: 65 },
    { kind: 'ended', at: 67, cause: '17' },
  ],
  'a program that tells ends only': [
    { kind: 'ended', at: 0, cause: 'NOANSWER', seconds: 30 },
    { kind: 'ended', at: 600, cause: 'ANSWERED', seconds: 45 },
    { kind: 'ended', at: 4000, cause: 'BUSY' },
  ],
  'a trunk that rings twice': [
    { kind: 'ringing', at: 0 },
    { kind: 'ringing', at: 1.8 },
    { kind: 'answered', at: 10 },
    { kind: 'ended', at: 40, cause: '16' },
  ],
  'an end that never came': [
    { kind: 'ringing', at: 0 },
    { kind: 'answered', at: 12, seconds: 12 },
    { kind: 'ringing', at: 86_000 },
    { kind: 'ended', at: 86_020, cause: '487' },
  ],
};
