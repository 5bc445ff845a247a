/** A text field for a quantity, with or without a slider beside it: what the library rejects is said under it. */

import { find } from './page.js';

export interface TextField {
  /** Shows the value that is in force, in words and as the slider's place. */
  show(position?: number): void;
}

export interface TextFieldOptions {
  /** The field's id; `<id>-slider` and `<id>-error` are the slider, if there is one, and the place for complaints. */
  id: string;
  /** Puts a text into force, or throws and changes nothing. */
  apply(text: string): void;
  /** The text that is in force. */
  current(): string;
}

/** Wires up the field `id`. */
export function createTextField(options: TextFieldOptions): TextField {
  const input = find(options.id, HTMLInputElement);
  const slider = document.getElementById(`${options.id}-slider`) as HTMLInputElement | null;
  const complaint = find(`${options.id}-error`);
  let shown: string | null = null;

  const complain = (message: string | null): void => {
    complaint.textContent = message ?? '';
    complaint.hidden = message === null;
    input.setAttribute('aria-invalid', String(message !== null));
  };
  const settle = (): void => {
    input.value = shown = options.current();
    complain(null);
  };
  const apply = (text: string): void => {
    try {
      options.apply(text);
      settle();
    } catch (error) {
      // The text stays, so that it can be mended; Escape brings back what is in force.
      complain(messageOf(error));
    }
  };

  input.addEventListener('change', () => apply(input.value));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') settle();
  });
  slider?.addEventListener('input', () => apply(slider.value));

  return {
    show(position) {
      if (slider && position !== undefined) slider.value = String(position);
      // A value that is still in force is no reason to take away what someone is typing.
      if (options.current() !== shown) settle();
    },
  };
}

/** The one line of an error that a person should read. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
