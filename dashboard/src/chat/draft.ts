import { Store } from '../shell/store.ts';

export interface ChatMessage {
  role: string;
  content: string;
}

/** Conversation that another page passes to the playground. */
const draft = new Store<ChatMessage[] | null>(null);

export const keepDraft = (messages: ChatMessage[]) => draft.set(messages);

export function takeDraft(): ChatMessage[] | null {
  const messages = draft.value;
  draft.set(null);
  return messages;
}

/** State of the playground, kept in this tab only, so that visiting another page loses nothing. */
interface Desk {
  messages: ChatMessage[];
  models: string[];
}

const deskPlace = 'daybreak.desk';

export const keepDesk = (desk: Desk) => sessionStorage.setItem(deskPlace, JSON.stringify(desk));

export const keptDesk = () => JSON.parse(sessionStorage.getItem(deskPlace) ?? 'null') as Desk | null;

/** SFT rows collected in the playground until they are uploaded; kept in this tab only. */
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
