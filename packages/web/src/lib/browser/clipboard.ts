/** Copies also without the clipboard API (plain http). Keeps the focus. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const focused = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
