import userEvent, { type UserEvent } from '@testing-library/user-event';

/**
 * A person at the keyboard who does not waste time: no pauses, and plain text arrives at once, like a paste, because every letter
 * would draw the whole page anew. Keys in braces are pressed; a test about single keys uses `user.keyboard`.
 */
export function quickUser(): UserEvent {
  const user = userEvent.setup({ delay: null });
  return {
    ...user,
    async type(element, text) {
      await user.click(element);
      for (const run of text.split(/(\{[^}]+\})/).filter(Boolean))
        await (run.startsWith('{') ? user.keyboard(run) : user.paste(run));
    },
  };
}
