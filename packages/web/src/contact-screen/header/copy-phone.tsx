import { COPY_TOOLTIP_MS } from '@campanero/contract/limits';
import { Button, useMediaQuery, useTheme } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { IconCopy } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { TooltipBubble } from '../../components/tooltip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { copyText } from '../../lib/browser/clipboard.ts';
import { useShortcut } from '../../lib/shortcuts.ts';

/** Copies the number as plain digits and confirms it in a tooltip and to screen readers. */
export function CopyPhone({ number }: { number: string }) {
  const isMobile = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  const [isCopied, setCopied] = useState(false);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handleCopy = async () => {
    await copyText(number);
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPY_TOOLTIP_MS);
  };
  useShortcut('copy', () => void handleCopy());
  return (
    <>
      <Button
        ref={setButton}
        size={isMobile ? 'large' : 'small'}
        {...(isMobile && { 'aria-label': 'Copiar el número' })}
        onClick={() => void handleCopy()}
        sx={isMobile ? { width: '2.75rem', flex: 'none', p: 0 } : { flex: 'none', gap: 2 }}
      >
        <IconCopy size={isMobile ? 20 : 16} stroke={1.75} aria-hidden />
        {!isMobile && (
          <>
            <span>
              Copiar<VisuallyHidden> el número</VisuallyHidden>
            </span>
            <ShortcutCap id="copy" />
          </>
        )}
      </Button>
      {isCopied && button && <TooltipBubble anchor={button}>Copiado</TooltipBubble>}
      <VisuallyHidden role="status">{isCopied ? 'Copiado' : ''}</VisuallyHidden>
    </>
  );
}
