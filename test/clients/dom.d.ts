// Of the DOM's types, those that the generated TypeScript client names and Node's types do not have.
type BodyInit = NonNullable<RequestInit['body']>;
