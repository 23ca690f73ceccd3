import { roleName } from '@campanero/contract/roles';
import type { HelpItem } from '@campanero/contract/shared/manual-page';
import { Box, Link, styled, Typography } from '@mui/material';
import { useId } from 'react';
import { HELP } from 'virtual:manual-help';
import { IconExternalLink } from '../../components/icons.ts';
import { SideSheet } from '../../components/side-sheet.tsx';
import { useText, useTextLang } from '../../i18n/i18n.ts';
import { primaryOf } from '../../lib/can.ts';
import { useSession } from '../../lib/session.ts';
import { useShortcutPause } from '../../lib/shortcuts.ts';

const List = styled('ul')(({ theme }) => ({
  margin: '6px 0 0',
  paddingInlineStart: 18,
  color: theme.palette.text.secondary,
  '& li': { marginBlock: 8, paddingInlineStart: 2 },
  '& li::marker': { color: theme.palette.text.disabled },
}));

export function HelpSheet({ page, isOpen, onClose }: { page: string; isOpen: boolean; onClose: () => void }) {
  const text = useText();
  const lang = useTextLang();
  const help = HELP[page];
  useShortcutPause(isOpen && help !== undefined);
  if (!help) return null;
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={text('help.title')}
      closeLabel={text('help.close')}
      lang={lang()}
      width={380}
      maxWidth="90%"
    >
      <Box
        lang="es"
        sx={{ flex: 1, overflowY: 'auto', px: 5, py: 4 }}
        tabIndex={0}
        role="region"
        aria-label="Texto de la ayuda"
      >
        <Typography sx={{ mb: 5 }}>{help.purpose}</Typography>
        <HelpList title="Qué se hace aquí" items={help.tasks} />
        <HelpList title="Para tener en cuenta" items={help.rules} />
        <Link
          href={`/manual/${help.manualPage}`}
          target="_blank"
          rel="noopener"
          lang={lang()}
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, minHeight: '1.5rem' }}
        >
          {text('help.manual')}
          <IconExternalLink size={16} stroke={1.75} aria-hidden />
        </Link>
      </Box>
    </SideSheet>
  );
}

const ControlName = styled('em')({ fontStyle: 'normal', fontWeight: 600 });

/** `*…*` in the text is the name of a control. */
const withControlNames = (text: string) =>
  [...text.matchAll(/\*([^*]+)\*|[^*]+/g)].map(({ 0: part, 1: name, index }) =>
    name === undefined ? part : <ControlName key={index}>{name}</ControlName>,
  );

/** Only what the user's role can do. */
function HelpList({ title, items }: { title: string; items: readonly HelpItem[] }) {
  const titleId = useId();
  const role = roleName(primaryOf(useSession()) ?? 0)?.toLowerCase() ?? '';
  const shown = items.filter(({ roles }) => !roles || roles.includes(role));
  if (shown.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mb: 5 }}>
      <Typography id={titleId} variant="h3">
        {title}
      </Typography>
      <List>
        {shown.map(({ text }) => (
          <li key={text}>{withControlNames(text)}</li>
        ))}
      </List>
    </Box>
  );
}
