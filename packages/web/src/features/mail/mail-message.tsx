import type { MailExport, MailMessage } from '@campanero/contract/mail/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Box, Button, Link as MuiLink, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useCallback, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '../../components/action-button.tsx';
import { fileSize } from '../../components/files/file-list.tsx';
import { expiryText, FileStrip } from '../../components/files/file-strip.tsx';
import { IconDownload } from '../../components/icons.ts';
import { Centered, Inline, Muted } from '../../components/layout.tsx';
import { ErrorState } from '../../components/page/messages.tsx';
import { useNow } from '../../lib/clock.ts';
import { errorText } from '../../lib/errors.ts';
import { usePageTitle } from '../../lib/page.ts';
import { mailQuery, useMarkMail } from './api.ts';
import { type LinkRules, textParts } from './texts.ts';

const FAILED = 'No fue posible abrir el mensaje. Inténtelo de nuevo.';

type MailLinks = { pageExists: (pathname: string) => boolean; export: (exportId: string) => string };

/** The message of the address; it is marked as read once shown. `takesFocus`: on a small screen, which shows it alone. */
export function OpenMail({ mailId, links, takesFocus }: { mailId: number; links: MailLinks; takesFocus: boolean }) {
  const { data: message, error, refetch } = useQuery(mailQuery(mailId));
  const { mutate } = useMarkMail();
  const mark = useCallback((read: '0' | '1') => mutate({ params: { id: mailId }, query: { read } }), [mutate, mailId]);
  // Once, so that a message marked as unread stays unread.
  const isMarked = useRef(false);
  useEffect(() => {
    if (!message || isMarked.current) return;
    isMarked.current = true;
    if (!message.read) mark('1');
  }, [message, mark]);
  if (message) return <Message message={message} links={links} takesFocus={takesFocus} onUnread={() => mark('0')} />;
  if (!error) return null;
  return (
    <Centered sx={{ height: '100%' }}>
      <ErrorState message={errorText(error, FAILED)} onRetry={() => void refetch()} />
    </Centered>
  );
}

type MessageProps = { message: MailMessage; links: MailLinks; takesFocus: boolean; onUnread: () => void };

function Message({ message, links, takesFocus, onUnread }: MessageProps) {
  const { subject, createdAt, body, site } = message;
  usePageTitle(`${subject} · Inbox`);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  const rules: LinkRules = { sites: [window.location.origin, site], pageExists: links.pageExists };
  return (
    <Box component="article" aria-label={subject} sx={{ p: { xs: '16px', md: '24px 32px' }, minWidth: 0 }}>
      <Typography
        ref={title}
        tabIndex={-1}
        variant="h2"
        sx={{ fontSize: '1.125rem', lineHeight: '1.625rem', overflowWrap: 'anywhere', outline: 'none' }}
      >
        {subject}
      </Typography>
      <Inline sx={{ gap: '0 16px', mt: 1, minHeight: '2rem' }}>
        <Muted component="p" sx={{ m: 0, color: 'text.disabled', fontVariantNumeric: 'tabular-nums' }}>
          Campanero · <bdi>{formatDateTime(createdAt)}</bdi>
        </Muted>
        {message.read && (
          <Button variant="text" size="small" onClick={onUnread} sx={{ marginInlineStart: '-12px' }}>
            Marcar como no leído
          </Button>
        )}
      </Inline>
      {message.export && <ExportStrip file={message.export} linkTo={links.export} />}
      <Typography
        component="div"
        sx={{
          mt: 5,
          maxWidth: 600,
          fontSize: '0.90625rem',
          lineHeight: '1.375rem',
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
        }}
      >
        <LinkedText text={body.trim()} rules={rules} />
      </Typography>
    </Box>
  );
}

/** Plain text with links; never markup. */
function LinkedText({ text, rules }: { text: string; rules: LinkRules }) {
  return textParts(text, rules).map((part) => {
    if ('to' in part)
      return (
        <MuiLink key={part.at} component={Link} to={part.to} sx={{ fontWeight: 550 }}>
          {part.text}
        </MuiLink>
      );
    if ('href' in part)
      return (
        <MuiLink key={part.at} href={part.href} target="_blank" rel="noopener noreferrer">
          {part.text}
        </MuiLink>
      );
    return <Fragment key={part.at}>{part.text}</Fragment>;
  });
}

function ExportStrip({ file, linkTo }: { file: MailExport; linkTo: MailLinks['export'] }) {
  const { fileName, rows, bytes, expiresAt } = file;
  const left = expiryText(Date.parse(expiresAt), useNow().getTime());
  const facts = [
    ...(rows === null ? [] : [formatCounted(rows, 'fila', 'filas')]),
    ...(bytes === null ? [] : [fileSize(bytes)]),
  ];
  return (
    <FileStrip name={fileName} facts={facts} left={left ?? 'el archivo venció'}>
      {left && (
        <ActionButton variant="contained" to={linkTo(file.id)} icon={IconDownload} stroke={2}>
          Descargar
        </ActionButton>
      )}
    </FileStrip>
  );
}
