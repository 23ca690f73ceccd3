import { act, fireEvent, render } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aSession } from '../test/people.ts';
import { enterSession } from './session-api.ts';
import { type ShortcutId, useKeyCaps, useShortcut, useShortcutPause } from './shortcuts.ts';

function Bound({ id, run, enabled = true }: { id: ShortcutId; run: () => void; enabled?: boolean }) {
  useShortcut(id, run, { enabled });
  return <span>{useKeyCaps(id)}</span>;
}
function Pausing() {
  useShortcutPause();
  return null;
}
const ALT_L = { code: 'KeyL', key: 'l', altKey: true };
/** True if the browser may go on with it. */
const press = (init: KeyboardEventInit, target: Element | Window = window) => fireEvent.keyDown(target, init);

test('a shortcut runs once while mounted and prevents the default', () => {
  const run = vi.fn<() => void>();
  const view = render(<Bound id="call" run={run} />);
  expect(view.container.textContent).toBe('Alt L');
  expect(press(ALT_L)).toBe(false);
  press({ ...ALT_L, repeat: true });
  expect(run).toHaveBeenCalledTimes(1);
  expect(press({ ...ALT_L, ctrlKey: true })).toBe(true);
  expect(press({ code: 'KeyL', key: 'l' })).toBe(true);
  view.unmount();
  expect(press(ALT_L)).toBe(true);
  expect(run).toHaveBeenCalledTimes(1);
});

test('the last binding wins; disabled, the one before applies', () => {
  const page = vi.fn<() => void>();
  const dialog = vi.fn<() => void>();
  const both = (enabled: boolean) => (
    <>
      <Bound id="save" run={page} />
      <Bound id="save" run={dialog} enabled={enabled} />
    </>
  );
  const keys = { code: 'Enter', key: 'Enter', ctrlKey: true, shiftKey: true };
  const view = render(both(true));
  press(keys);
  view.rerender(both(false));
  press(keys);
  expect(dialog).toHaveBeenCalledTimes(1);
  expect(page).toHaveBeenCalledTimes(1);
});

test('? opens the help except while typing, on any keyboard layout', () => {
  const run = vi.fn<() => void>();
  const view = render(
    <>
      <Bound id="help" run={run} />
      <input />
    </>,
  );
  press({ key: '?', code: 'Minus', shiftKey: true }, view.container.querySelector('input')!);
  expect(run).not.toHaveBeenCalled();
  press({ key: '?', code: 'Slash', shiftKey: true });
  expect(run).toHaveBeenCalledTimes(1);
});

test('shortcuts can be switched off per user, except Esc', () => {
  const withoutKeys = { settings: { preferences: { shortcutKeys: false } } };
  enterSession(aSession(['Operador'], { id: 7, ...withoutKeys }));
  const run = vi.fn<() => void>();
  const close = vi.fn<() => void>();
  const view = render(
    <>
      <Bound id="call" run={run} />
      <Bound id="close" run={close} />
    </>,
  );
  press(ALT_L);
  press({ code: 'Escape', key: 'Escape' });
  expect(run).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledTimes(1);
  view.rerender(<Bound id="call" run={run} />);
  expect(view.container.textContent).toBe('');

  act(() => enterSession(aSession(['Operador'], { id: 8 })));
  expect(view.container.textContent).toBe('Alt L');
  press(ALT_L);
  act(() => enterSession(aSession(['Operador'], { id: 7, ...withoutKeys })));
  press(ALT_L);
  expect(run).toHaveBeenCalledTimes(1);
});

test('an open dialog pauses the shortcuts of the page', () => {
  const run = vi.fn<() => void>();
  const view = render(
    <>
      <Bound id="call" run={run} />
      <Pausing />
    </>,
  );
  expect(press(ALT_L)).toBe(true);
  view.rerender(<Bound id="call" run={run} />);
  press(ALT_L);
  expect(run).toHaveBeenCalledTimes(1);
});

describe('a key pressed before its page is ready', () => {
  const run = vi.fn<() => void>();
  const ready = (enabled: boolean) => <Bound id="call" run={run} enabled={enabled} />;
  beforeEach(() => {
    run.mockClear();
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());
  /** Presses, does something else, and lets the page become ready. */
  const pressed = (between: () => void) => {
    const view = render(ready(false));
    press(ALT_L);
    press(ALT_L);
    between();
    view.rerender(ready(true));
    act(() => void vi.advanceTimersByTime(10));
    return run.mock.calls.length;
  };

  test('runs once when it is', () => expect(pressed(() => {})).toBe(1));
  test.each([
    ['another key', () => press({ key: 'Escape', code: 'Escape' })],
    ['a click', () => fireEvent.pointerDown(document.body)],
    ['four seconds', () => vi.advanceTimersByTime(4001)],
    ['another page', () => window.history.replaceState(null, '', '/users')],
  ])('is dropped by %s', (_what, between) => expect(pressed(between)).toBe(0));

  test('keeps digits after it away from the field with the focus, and no other keys', () => {
    const view = render(
      <>
        {ready(false)}
        <input />
      </>,
    );
    const field = view.container.querySelector('input')!;
    expect(press({ key: '4', code: 'Digit4' }, field)).toBe(true);
    press(ALT_L);
    expect(press({ key: '4', code: 'Digit4' }, field)).toBe(false);
    expect(press({ key: 'a', code: 'KeyA' }, field)).toBe(true);
  });
});

test('a key right after a render runs the new handler', async () => {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const wasAct = environment.IS_REACT_ACT_ENVIRONMENT;
  // As in a browser: effects come some time after what is drawn.
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const place = document.createElement('div');
  const root = createRoot(place);
  const ran: string[] = [];
  const Page = ({ state }: { state: string }) => {
    useShortcut('call', () => void ran.push(state));
    return <p>{state}</p>;
  };
  const drawn = (state: string) =>
    new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => {
        if (place.textContent !== state) return;
        watch.disconnect();
        press(ALT_L);
        resolve();
      });
      watch.observe(place, { childList: true, characterData: true, subtree: true });
      root.render(<Page state={state} />);
    });
  try {
    await drawn('closed');
    await drawn('open');
    expect(ran).toEqual(['closed', 'open']);
  } finally {
    root.unmount();
    environment.IS_REACT_ACT_ENVIRONMENT = wasAct;
  }
});
