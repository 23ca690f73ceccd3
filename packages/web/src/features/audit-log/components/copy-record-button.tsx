import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { IconCheck, IconCopy } from '../../../components/icons.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';

/** Spec 9, copy tooltip. */
const COPIED_MS = 1300;

/** Copies a text and says so for a moment. Absent where the browser gives no clipboard (a page without TLS). */
export function CopyRecordButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!('clipboard' in navigator)) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <Button
        variant="text"
        // Its text, not its edge, stands on the dialog's inset.
        sx={{ marginInlineStart: '-10px' }}
        onClick={() => void copy()}
        startIcon={
          isCopied ? <IconCheck size={16} stroke={2} aria-hidden /> : <IconCopy size={16} stroke={1.75} aria-hidden />
        }
      >
        {isCopied ? 'Copiado' : 'Copiar detalle'}
      </Button>
      <VisuallyHidden role="status">{isCopied ? 'Detalle copiado' : ''}</VisuallyHidden>
    </>
  );
}
