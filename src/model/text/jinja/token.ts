/** `data` is text between tags; `begin` and `end` are those of tags of both kinds. */
export interface Token {
  kind: 'data' | 'begin' | 'end' | 'name' | 'string' | 'integer' | 'float' | 'operator';
  text: string;
}
