/** What is told of that no caller learns. */
export interface BucketLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
}
