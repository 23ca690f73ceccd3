import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { idOf } from '../lib/address-id.ts';
import { Absent } from './routes/absent.tsx';

/** An address whose id is no id (`abc`, `undefined`, `0`) shows what an unknown one shows, and asks the server nothing. */
export function RequireIds({ of, children }: { of: 'campaign' | 'user'; children: ReactNode }) {
  const { id, campaignId = id, callId } = useParams();
  const first = idOf(campaignId);
  if (first === undefined) return <Absent what={of} />;
  if (callId !== undefined && idOf(callId) === undefined) return <Absent what="contact" campaignId={first} />;
  return children;
}
