import { useNavigate } from 'react-router';
import { useStartCalling } from '../features/calls/api/start-calling.ts';
import { paths } from './pages.ts';

/** The way to begin, from any page: the first contact of a campaign, and its page. */
export function useCallingStart() {
  const navigate = useNavigate();
  return useStartCalling(({ campaignId, callId, number }) => void navigate(paths.contact(campaignId, callId, number)));
}
