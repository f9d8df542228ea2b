export { ChatStream } from './chat-stream.ts';
export type { RequestOptions } from './connection.ts';
export { Daybreak, type DaybreakOptions } from './daybreak.ts';
export * from './errors.ts';
export type * from './generated/types.gen.ts';
export { chatName } from './models.ts';
export { type ListQuery, type Page, Pages } from './pages.ts';
export type { FollowOptions } from './training-jobs.ts';
export { version } from './version.ts';
