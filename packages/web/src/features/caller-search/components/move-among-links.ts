import type { KeyboardEvent } from 'react';

/** Down from the field into what was found, up again from the first; Enter in the field follows the first. */
export function moveAmongLinks(event: KeyboardEvent, body: HTMLElement): void {
  const links = [...body.querySelectorAll<HTMLElement>('a')];
  const field = body.querySelector('input');
  const place = links.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && event.target === field) links[0]?.click();
  else if (event.key === 'ArrowDown') links[Math.min(place + 1, links.length - 1)]?.focus();
  else if (event.key === 'ArrowUp' && event.target !== field) (links[place - 1] ?? field)?.focus();
  else return;
  event.preventDefault();
}
