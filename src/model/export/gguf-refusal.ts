/** Error for a model that GGUF cannot represent; the message says which property, and what is allowed. */
export class GgufRefusal extends Error {
  override name = 'GgufRefusal';
}
