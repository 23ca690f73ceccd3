import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { KeyCap } from '../../../components/key-cap.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { capsInWords, type HelpSection } from '../help-sections.ts';

const List = styled('dl')(({ theme }) => ({
  margin: '6px 0 0',
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: '2.25rem',
    borderTop: `1px solid ${theme.palette.line.soft}`,
  },
  '& dt': { flex: 1, minWidth: 0, color: theme.palette.text.secondary, fontSize: '0.875rem' },
  '& dd': { margin: 0, display: 'flex', gap: 4 },
  '& [data-off]': { textDecoration: 'line-through', color: theme.palette.text.disabled },
  // Here they are what one came to read, keyboard or not.
  '& kbd': { display: 'inline-block' },
}));

/** A few shortcuts that belong together; those that are switched off are struck out. */
export function ShortcutSection({ title, entries, isOn }: HelpSection & { isOn: boolean }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="body2" component="h3" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <List>
        {entries.map(({ label, caps, always }) => (
          <div key={label}>
            <dt data-off={isOn || always ? undefined : ''}>{label}</dt>
            <dd>
              {caps.split(' ').map((cap) =>
                cap === '–' ? (
                  <span key={cap} aria-hidden>
                    {cap}
                  </span>
                ) : (
                  <KeyCap key={cap} aria-hidden>
                    {cap}
                  </KeyCap>
                ),
              )}
              <VisuallyHidden>{capsInWords(caps)}</VisuallyHidden>
            </dd>
          </div>
        ))}
      </List>
    </section>
  );
}
