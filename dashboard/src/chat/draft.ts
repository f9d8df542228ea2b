import { Store } from '../shell/store.ts';

export interface ChatMessage {
  role: string;
  content: string;
}

/** A conversation that another page hands to the playground. */
const draft = new Store<ChatMessage[] | null>(null);

export const keepDraft = (messages: ChatMessage[]) => draft.set(messages);

export function takeDraft(): ChatMessage[] | null {
  const messages = draft.value;
  draft.set(null);
  return messages;
}

/** What stands in the playground, in this tab alone, so that a look at another page costs nothing. */
interface Desk {
  messages: ChatMessage[];
  models: string[];
}

const deskPlace = 'daybreak.desk';

export const keepDesk = (desk: Desk) => sessionStorage.setItem(deskPlace, JSON.stringify(desk));

export const keptDesk = () => JSON.parse(sessionStorage.getItem(deskPlace) ?? 'null') as Desk | null;

/** Rows for SFT that were collected in the playground, until they are uploaded; in this tab alone. */
const place = 'daybreak.rows';
export const collected = new Store<readonly string[]>(JSON.parse(sessionStorage.getItem(place) ?? '[]'));
collected.subscribe(() => sessionStorage.setItem(place, JSON.stringify(collected.value)));

export function collectRow(messages: readonly ChatMessage[]): void {
  collected.set([...collected.value, JSON.stringify({ messages })]);
}

export function clearDrafts(): void {
  draft.set(null);
  sessionStorage.removeItem(deskPlace);
  collected.set([]);
}
