import { useEffect, type RefObject } from 'react';

const TABBABLE =
  'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';

const tabbable = (root: HTMLElement | null) =>
  [...(root?.querySelectorAll<HTMLElement>(TABBABLE) ?? [])].filter(
    (element) => element.tabIndex >= 0 && element.offsetParent !== null,
  );

/**
 * While a call is registered, Tab walks the form and the script and nothing else, and F6 changes between the two (design 9).
 * What floats above them, a calendar, keeps its own keys.
 */
export function useFocusLoop(form: RefObject<HTMLElement | null>, aside: RefObject<HTMLElement | null>, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      const at = document.activeElement;
      const isInForm = form.current?.contains(at) ?? false;
      const isInAside = aside.current?.contains(at) ?? false;
      if (event.key === 'F6') {
        const target = tabbable(isInForm ? aside.current : form.current)[0];
        if (!target) return;
        event.preventDefault();
        target.focus();
      } else if (event.key === 'Tab') {
        const stops = [...tabbable(form.current), ...tabbable(aside.current)];
        const place = stops.indexOf(at as HTMLElement);
        const isLost = at === null || at === document.body || at.tagName === 'MAIN';
        if (stops.length === 0 || (!isInForm && !isInAside && !isLost)) return;
        const next = event.shiftKey ? place - 1 : place + 1;
        // Inside the form the browser's own order serves; only its ends are ours.
        const isEdge = isLost || next < 0 || next === stops.length || form.current?.contains(stops[next]!) !== isInForm;
        if (!isEdge) return;
        event.preventDefault();
        stops[isLost ? 0 : (next + stops.length) % stops.length]?.focus();
      }
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [form, aside, isOn]);
}
