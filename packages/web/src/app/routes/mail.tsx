import { Box, Button, Paper, useMediaQuery } from '@mui/material';
import { Link, useLocation } from 'react-router';
import { IconArrowLeft, IconMail } from '../../components/icons.ts';
import { Centered } from '../../components/layout.tsx';
import { EmptyState } from '../../components/page/messages.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { useMailList } from '../../features/mail/api.ts';
import { MailList, OpenMail } from '../../features/mail/mailbox.tsx';
import { ALL_BARS, LOW_WINDOW } from '../../theme/tokens.ts';
import { pageExists, paths } from '../pages.ts';

/** List and message side by side; one of them at a time on a small screen. */
export function MailPage() {
  const list = useMailList();
  const { pathname, search } = useLocation();
  const isWide = useMediaQuery((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const opened = list.query.mail;
  const unread = list.result.data?.unread ?? 0;
  const addressOf = (mailId: number | undefined) => {
    const params = new URLSearchParams(search);
    if (mailId === undefined) params.delete('mail');
    else params.set('mail', String(mailId));
    return `${pathname}?${params}`;
  };
  const reach = (mailId: number) => list.change({ mail: mailId, pageNumber: list.query.pageNumber }, { replace: true });
  const showsMessage = isWide || opened !== undefined;
  return (
    <>
      <PageHeader title="Inbox" aside={unread > 0 && `${unread} sin leer`} />
      <Paper
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '384px minmax(0, 1fr)' },
          minHeight: { md: 600 },
          // Fills a low window, with the pager visible.
          [`@media ${LOW_WINDOW}`]: { minHeight: { md: `max(24rem, calc(100vh - ${ALL_BARS} - 6.75rem))` } },
          overflow: 'hidden',
        }}
      >
        {(isWide || !showsMessage) && (
          <Box sx={{ display: 'grid', borderInlineEnd: { md: '1px solid' }, borderColor: { md: 'line.soft' } }}>
            <MailList list={list} addressOf={addressOf} onReach={isWide ? reach : undefined} />
          </Box>
        )}
        {showsMessage && (
          <Box sx={{ minWidth: 0 }}>
            {!isWide && (
              <Button
                variant="text"
                size="small"
                component={Link}
                to={addressOf(undefined)}
                startIcon={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
                sx={{ m: '12px 8px 0' }}
              >
                Volver a los mensajes
              </Button>
            )}
            {opened === undefined ? (
              <Centered sx={{ height: '100%' }}>
                <EmptyState
                  icon={<IconMail size={20} stroke={1.75} />}
                  title="Elija un mensaje"
                  reason="Con las flechas del teclado se pasa de uno a otro."
                />
              </Centered>
            ) : (
              <OpenMail
                key={opened}
                mailId={opened}
                links={{ pageExists, export: paths.export }}
                takesFocus={!isWide}
              />
            )}
          </Box>
        )}
      </Paper>
    </>
  );
}
