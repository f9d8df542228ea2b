/** Log of events that no caller learns of. */
export interface BucketLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
}
