/** A model that a GGUF file cannot hold; the message says what of it, and what is allowed. */
export class GgufRefusal extends Error {
  override name = 'GgufRefusal';
}
