/** A chat that can't be rendered: what the template says itself (`raise_exception`), or what is wrong with it. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}
