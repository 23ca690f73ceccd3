import type { ComponentProps } from 'react';
import { useCutTexts } from './cut-text.tsx';
import { GridFrame } from './styles.ts';

/** Base of all tables: one-line cells with a tooltip when cut. */
export function Grid(props: ComponentProps<typeof GridFrame>) {
  const { handlers, tooltip } = useCutTexts();
  return (
    <>
      <GridFrame {...handlers} {...props} />
      {tooltip}
    </>
  );
}
