/** Unsent input, by the name of its form. It stays in memory and survives the redirect to an identity provider. */
const texts = new Map<string, string>();

export const drafts = {
  get: (name: string): string => texts.get(name) ?? '',
  set(name: string, text: string): void {
    if (text === '') texts.delete(name);
    else texts.set(name, text);
  },
  all: (): Record<string, string> => Object.fromEntries(texts),
  restore(stored: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(stored)) texts.set(name, text);
  },
};
