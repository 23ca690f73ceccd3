import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import { formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { happenedText } from '../audit-changes.ts';
import { ActionIcon } from './action-icon.tsx';

/** A record in two lines, for narrow screens: what happened, then who and when. */
export function AuditCompactRow({ record }: { record: AuditEntry }) {
  const { action, subaction, userName, createdAt } = record;
  const happened = happenedText(record);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <ActionIcon action={action} />
        <Typography variant="cell" noWrap title={`${action} · ${subaction}: ${happened}`} sx={{ fontWeight: 550 }}>
          {happened}
        </Typography>
      </Box>
      <Typography
        variant="caption"
        color="textDisabled"
        noWrap
        title={userName}
        sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        <bdi>{formatDateTimeSeconds(createdAt)}</bdi> · {userName}
      </Typography>
    </>
  );
}
