import type { ComponentProps } from 'react';
import { useCutTexts } from './cut-text.tsx';
import { GridFrame } from './styles.ts';

/** Every table of the product: rows of one height, texts in one line, and those that are cut shown whole by a tooltip. */
export function Grid(props: ComponentProps<typeof GridFrame>) {
  const { handlers, tooltip } = useCutTexts();
  return (
    <>
      <GridFrame {...handlers} {...props} />
      {tooltip}
    </>
  );
}
