import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { dialLink } from '@campanero/contract/phone/dial';
import { phone } from '@campanero/contract/phone/endpoints';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { IconPhone } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { now } from '../../lib/clock.ts';
import { endpointQuery } from '../../lib/queries.ts';
import { useSettings } from '../../lib/settings.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { keepDialled } from '../register/outcome-values.ts';

export const dialQuery = () => endpointQuery('calling-rules', phone.dial, undefined, { staleTime: 10 * 60_000 });

/** The link that dials the number, and keeps the moment for the registration. Undefined while it is not known how to dial. */
export function useDialLink({ number, mobile, callId }: CallDetail) {
  const { data, isError } = useQuery(dialQuery());
  const { dialTemplate } = useSettings().preferences;
  if (!data && !isError) return undefined;
  const href = data ? dialLink(data, { number, mobile, callId }, dialTemplate) : `tel:${number}`;
  return {
    href,
    onClick: () => keepDialled(callId, new Date(now()).toISOString()),
    ...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' }),
  };
}
export type DialLink = ReturnType<typeof useDialLink>;

interface DialButtonProps {
  link: DialLink;
  isMobile: boolean;
  /** Blocked, held or closed numbers are dialled with a click only, not with the key. */
  hasKey: boolean;
}

export function DialButton({ link, isMobile, hasKey }: DialButtonProps) {
  const button = useRef<HTMLAnchorElement>(null);
  useShortcut('dial', () => button.current?.click(), { enabled: hasKey && link !== undefined });
  return (
    <Button
      component="a"
      ref={button}
      {...link}
      size={isMobile ? 'large' : 'small'}
      aria-disabled={link === undefined}
      aria-label={isMobile ? 'Marcar el número' : undefined}
      sx={isMobile ? { width: '2.75rem', flex: 'none', p: 0 } : { flex: 'none', gap: 2 }}
    >
      <IconPhone size={isMobile ? 20 : 16} stroke={1.75} aria-hidden />
      {!isMobile && (
        <>
          <span>
            Marcar<VisuallyHidden> el número</VisuallyHidden>
          </span>
          <ShortcutCap id="dial" />
        </>
      )}
    </Button>
  );
}
