import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import { Button } from '@mui/material';
import { useState } from 'react';
import { IconChevronDown, IconFileText } from '../../components/icons.ts';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { OpenScript } from './script-row.tsx';

/** What to say on the phone, one press away: the only script at once, of several the one that is chosen. */
export function ScriptButton({ scripts }: { scripts: readonly Script[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<Script>();
  const [first, second] = scripts;
  if (!first) return null;
  const isChoice = second !== undefined;
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup={isChoice ? 'menu' : 'dialog'}
        aria-expanded={isChoice ? anchor !== null : undefined}
        startIcon={<IconFileText size={18} stroke={1.75} aria-hidden />}
        endIcon={isChoice && <IconChevronDown size={16} stroke={1.75} aria-hidden />}
        onClick={({ currentTarget }) => (isChoice ? setAnchor(currentTarget) : setOpened(first))}
      >
        Script
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {scripts.map((script) => (
          <MenuItem
            key={script.id}
            onClick={() => {
              setAnchor(null);
              setOpened(script);
            }}
          >
            {script.originalName}
          </MenuItem>
        ))}
      </Menu>
      {opened && <OpenScript script={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
